import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { keepLastRead } from '#platform/http/keep-last-read.ts'
import { requireAdmin } from '#shop/accounts/require-customer.server.ts'
import { loadCakesSection } from '#shop/admin-cakes/list/cakes-section.server.ts'
import { CakesSection } from '#shop/admin-cakes/list/cakes-section.tsx'
import { countDeadLetters } from '#shop/admin-mails/admin-mails.store.server.ts'
import { loadOrdersSection } from '#shop/admin-orders/waiting/orders-section.server.ts'
import { OrdersSection } from '#shop/admin-orders/waiting/orders-section.tsx'
import { loadDeliverySection } from '../deliveries/delivery-section.server.ts'
import { DeliverySection } from '../deliveries/delivery-section.tsx'
import { loadUsersSection } from '../users/users-section.server.ts'
import { UsersSection } from '../users/users-section.tsx'
import type { Route } from './+types/dashboard.page.ts'
import { loadSummary } from './summary.server.ts'
import { DashboardSummary } from './summary.tsx'

/** How long the panel speaks of a mail that could not be sent; the list keeps it. */
const deadMailsHintedMs = 7 * 24 * 60 * 60_000

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireAdmin(request, app)
  const search = new URL(request.url).searchParams
  const deps = { db: app.db, now: app.clock.now() }
  const [numbers, deadLetters, orders, cakes, users, delivery] = await Promise.all([
    loadSummary(deps),
    countDeadLetters(app.db, new Date(deps.now.getTime() - deadMailsHintedMs)),
    loadOrdersSection(deps, search),
    loadCakesSection(deps, search),
    loadUsersSection(deps, search),
    loadDeliverySection(deps, search),
  ])
  return { numbers, deadLetters, orders, cakes, users, delivery }
}

const keep = keepLastRead()

// The panel stays open all day and reads itself anew: a line that is lost for a moment shall not take it away.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = () => [
  { title: 'Admin panel | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { numbers, deadLetters, orders, cakes, users, delivery } = loaderData
  return (
    <div className="grid gap-5">
      <h1 className="text-3xl">Admin panel</h1>
      <DeadLetterHint count={deadLetters} />
      <DashboardSummary {...numbers} />
      <OrdersSection key={orders.before} {...orders} />
      <CakesSection {...cakes} />
      <UsersSection {...users} />
      <DeliverySection {...delivery} />
    </div>
  )
}

/** Leads to the mails that could not be sent; nothing where there are none. */
function DeadLetterHint({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Link
      to="/admin/outbox?status=dead"
      className="inline-flex min-h-11 items-center gap-2 justify-self-start font-semibold text-chilli underline underline-offset-3"
    >
      <TriangleAlert size={18} aria-hidden="true" />
      {count === 1 ? '1 mail could not be sent' : `${count} mails could not be sent`}
    </Link>
  )
}
