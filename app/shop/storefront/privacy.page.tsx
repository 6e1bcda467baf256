export const meta = () => [{ title: 'Privacy | Cakewala' }]

export default function PrivacyPage() {
  return <h1 className="shell py-10 text-4xl">Privacy</h1>
}
