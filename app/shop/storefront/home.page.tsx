export const meta = () => [{ title: 'Home | Cakewala' }]

export default function HomePage() {
  return <h1 className="shell py-10 text-4xl">Home</h1>
}
