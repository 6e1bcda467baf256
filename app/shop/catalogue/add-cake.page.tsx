import { appContext } from '#app/context.server.ts'
import { requireAdmin } from '#shop/accounts/require-customer.server.ts'
import type { Route } from './+types/add-cake.page.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(request, context.get(appContext))
  return null
}

export const meta: Route.MetaFunction = () => [
  { title: 'Add Cake | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function AddCakePage() {
  return <h1 className="text-3xl">Add Cake</h1>
}
