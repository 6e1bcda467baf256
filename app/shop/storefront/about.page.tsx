export const meta = () => [{ title: 'About | Cakewala' }]

export default function AboutPage() {
  return <h1 className="shell py-10 text-4xl">About</h1>
}
