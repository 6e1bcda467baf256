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
import { DeliverySection } from '../deliveries/delivery-section.tsx'
import { UsersSection } from '../users/users-section.tsx'
import type { Route } from './+types/dashboard.page.ts'
import { loadDeliverySection, loadSummary, loadUsersSection } from './load-dashboard.server.ts'
import { DashboardSummary } from './summary.tsx'

/** How long the dashboard mentions a mail that could not be sent. */
const deadLetterHintMs = 7 * 24 * 60 * 60_000

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireAdmin(request, app)
  const search = new URL(request.url).searchParams
  const deps = { db: app.db, now: app.clock.now() }
  const [summary, deadLetters, orders, cakes, users, delivery] = await Promise.all([
    loadSummary(deps),
    countDeadLetters(app.db, new Date(deps.now.getTime() - deadLetterHintMs)),
    loadOrdersSection(deps, search),
    loadCakesSection(deps, search),
    loadUsersSection(deps, search),
    loadDeliverySection(deps, search),
  ])
  return { summary, deadLetters, orders, cakes, users, delivery }
}

const keep = keepLastRead()

// The dashboard stays open all day and reloads its data: it stays when the network is lost for a moment.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = () => [
  { title: 'Admin panel | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const { summary, deadLetters, orders, cakes, users, delivery } = loaderData
  return (
    <div className="grid gap-5">
      <h1 className="text-3xl">Admin panel</h1>
      <DeadLetterHint count={deadLetters} />
      <DashboardSummary {...summary} />
      <OrdersSection key={orders.before} {...orders} />
      <CakesSection {...cakes} />
      <UsersSection {...users} />
      <DeliverySection {...delivery} />
    </div>
  )
}

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
