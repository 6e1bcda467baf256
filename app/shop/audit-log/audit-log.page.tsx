import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { orderNumbers } from '#shop/orders/orders.store.server.ts'
import { SelectField } from '#ui/forms/field.tsx'
import { LogPage } from '#ui/lists/log-page.tsx'
import { entriesToFind, pageOfLog } from '#ui/lists/log-search.ts'
import type { Route } from './+types/audit-log.page.ts'
import { auditActions } from './audit-actions.ts'
import { fieldChanges } from './audit-changes.ts'
import { listAuditLog } from './audit-log.store.server.ts'
import { AuditLogTable } from './audit-log-table.tsx'
import { type AuditSearch, knownActions, parseAuditSearch, subjectLabels } from './audit-search.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff(request, app, 'see-audit-log')
  const search = parseAuditSearch(new URL(request.url).searchParams)
  const found = await listAuditLog(app.db, {
    before: search.before ?? undefined,
    limit: entriesToFind,
    subject: search.subject ?? undefined,
    subjectId: search.id ?? undefined,
    action: search.action ?? undefined,
  })
  const { entries, next } = pageOfLog(found)
  const orderEntries = entries.filter(
    ({ subject, subjectId }) => subject === 'order' && subjectId !== '',
  )
  const numbers = await orderNumbers(app.db, [
    ...new Set(orderEntries.map(({ subjectId }) => subjectId)),
  ])
  return {
    search,
    next,
    entries: entries.map(({ before, after, at, actorId: _, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      orderNumber: numbers.get(entry.subjectId) ?? null,
      changes: fieldChanges(before, after),
    })),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Audit log | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function AuditLogPage({
  loaderData: { search, entries, next },
}: Route.ComponentProps) {
  return (
    <LogPage
      title="Audit log"
      intro="Who did what and when, newest first."
      path="/admin/audit-log"
      search={search}
      fields={<AuditFields {...search} />}
      next={next}
    >
      {entries.length > 0 ? <AuditLogTable entries={entries} /> : null}
    </LogPage>
  )
}

function AuditFields({ subject, action }: AuditSearch) {
  return (
    <>
      <SelectField label="About" name="subject" defaultValue={subject ?? ''}>
        <option value="">All</option>
        {Object.entries(subjectLabels).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label="Action" name="action" defaultValue={action ?? ''}>
        <option value="">Any</option>
        {knownActions.map((value) => (
          <option key={value} value={value}>
            {auditActions[value]}
          </option>
        ))}
      </SelectField>
    </>
  )
}
