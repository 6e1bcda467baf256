export const meta = () => [{ title: 'Refunds | Cakewala' }]

export default function RefundsPage() {
  return <h1 className="shell py-10 text-4xl">Refunds</h1>
}
