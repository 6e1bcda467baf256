export const meta = () => [{ title: 'Terms | Cakewala' }]

export default function TermsPage() {
  return <h1 className="shell py-10 text-4xl">Terms</h1>
}
