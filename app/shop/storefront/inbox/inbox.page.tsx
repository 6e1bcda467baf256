import { appContext } from '#app/context.server.ts'
import { dayMs, hourMs } from '#platform/clock.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { privateMeta } from '../frame/shown-shop.ts'
import { inboxPage, showConversation } from '../storefront.store.server.ts'
import type { Route } from './+types/inbox.page.ts'
import { StaffConversation } from './conversation.tsx'

const perPage = 20

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'see-orders')
  const page = Number(/^\d{1,6}$/.exec(url.searchParams.get('page') ?? '')) || 1
  const { hours, days } = app.shop.grievance
  const before = (ms: number) => new Date(app.clock.now().getTime() - ms).toISOString()
  const overdue = { unanswered: before(hours * hourMs), unsettled: before(days * dayMs) }
  const rows = await inboxPage(app.db, page, perPage)
  const found = rows.map((row) => showConversation(row, overdue))
  return { page, shown: found.slice(0, perPage), hasMore: found.length > perPage }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Inbox')

export default function InboxPage({ loaderData: { page, shown, hasMore } }: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <h1 className="text-3xl">Inbox</h1>
      {shown.length === 0 && <EmptyState title="No messages yet" />}
      <ul className="grid gap-4">
        {shown.map((conversation) => (
          <li key={conversation.id} className="card p-4 md:p-6">
            <StaffConversation {...conversation} />
          </li>
        ))}
      </ul>
      <Pager
        label="Pages of messages"
        back={page > 1 ? { to: `/admin/inbox?page=${page - 1}`, text: 'Newer messages' } : null}
        on={hasMore ? { to: `/admin/inbox?page=${page + 1}`, text: 'Older messages' } : null}
      />
    </div>
  )
}
