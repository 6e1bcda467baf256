export const meta = () => [{ title: 'Contact | Cakewala' }]

export default function ContactPage() {
  return <h1 className="shell py-10 text-4xl">Contact</h1>
}
