import { appContext } from '#app/context.server.ts'
import { requireAdmin } from '#shop/accounts/require-customer.server.ts'
import { orderNumbers } from '#shop/orders/orders.store.server.ts'
import { Pager } from '#ui/lists/pager.tsx'
import type { Route } from './+types/audit-log.page.ts'
import { fieldChanges } from './audit-changes.ts'
import { listAuditLog } from './audit-log.store.server.ts'
import { AuditLogForm } from './audit-log-form.tsx'
import { AuditLogTable } from './audit-log-table.tsx'
import { auditQuery, parseAuditSearch } from './audit-search.ts'

const entriesPerPage = 50

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireAdmin(request, app)
  const search = parseAuditSearch(new URL(request.url).searchParams)
  const found = await listAuditLog(app.db, {
    before: search.before ?? undefined,
    limit: entriesPerPage + 1,
    subject: search.subject ?? undefined,
    subjectId: search.id ?? undefined,
    action: search.action ?? undefined,
  })
  const page = found.slice(0, entriesPerPage)
  const ofOrders = page.filter(({ subject, subjectId }) => subject === 'order' && subjectId !== '')
  const numbers = await orderNumbers(app.db, [
    ...new Set(ofOrders.map(({ subjectId }) => subjectId)),
  ])
  return {
    search,
    next: found.length > entriesPerPage ? (page.at(-1)?.id ?? null) : null,
    entries: page.map(({ before, after, at, actorId: _, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      orderNumber: numbers.get(entry.subjectId) ?? null,
      changes: fieldChanges(before, after),
    })),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Journal | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function AuditLogPage({
  loaderData: { search, entries, next },
}: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <h1 className="text-3xl">Journal</h1>
        <p className="text-cocoa-soft">Who did what, and when; the newest first.</p>
      </header>
      <AuditLogForm search={search} />
      {entries.length > 0 ? (
        <AuditLogTable entries={entries} />
      ) : (
        <p className="card p-5 text-sm text-cocoa-soft">
          Nothing is written here. Choose something else above, or show all.
        </p>
      )}
      <Pager
        label="Pages of the journal"
        back={
          search.before === null
            ? null
            : { to: auditQuery({ ...search, before: null }), text: 'Back to the newest' }
        }
        on={
          next === null
            ? null
            : { to: auditQuery({ ...search, before: next }), text: 'Older entries' }
        }
      />
    </div>
  )
}
