import { appContext } from '#app/context.server.ts'
import { requireAdmin } from '#shop/accounts/require-customer.server.ts'
import type { Route } from './+types/outbox.page.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireAdmin(request, context.get(appContext))
  return null
}

export default function OutboxPage() {
  return (
    <div className="shell py-10">
      <h1>Mails</h1>
    </div>
  )
}
