import { Form } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { requireAdmin } from '#shop/accounts/require-customer.server.ts'
import { orderNumbers } from '#shop/orders/orders.store.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import type { Route } from './+types/audit-log.page.ts'
import { auditActions } from './audit-actions.ts'
import { fieldChanges } from './audit-changes.ts'
import { listAuditLog } from './audit-log.store.server.ts'
import { AuditLogTable } from './audit-log-table.tsx'
import {
  type AuditSearch,
  auditQuery,
  knownActions,
  parseAuditSearch,
  subjectLabels,
} from './audit-search.ts'

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
  const orderEntries = page.filter(
    ({ subject, subjectId }) => subject === 'order' && subjectId !== '',
  )
  const numbers = await orderNumbers(app.db, [
    ...new Set(orderEntries.map(({ subjectId }) => subjectId)),
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
  { title: 'Audit log | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function AuditLogPage({
  loaderData: { search, entries, next },
}: Route.ComponentProps) {
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <h1 className="text-3xl">Audit log</h1>
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
        label="Pages of the audit log"
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

/** Filters of the page, in its address. The form works without JavaScript. */
function AuditLogForm({ search }: { search: AuditSearch }) {
  const { subject, action, id } = search
  return (
    <search>
      <Form
        key={`${subject} ${action} ${id}`}
        action="/admin/audit-log"
        className="flex flex-wrap items-end gap-x-3 gap-y-3"
      >
        <div className="min-w-40 flex-1 sm:max-w-56">
          <SelectField label="About" name="subject" defaultValue={subject ?? ''}>
            <option value="">Everything</option>
            {Object.entries(subjectLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
        <div className="min-w-40 flex-1 sm:max-w-72">
          <SelectField label="Action" name="action" defaultValue={action ?? ''}>
            <option value="">Any</option>
            {knownActions.map((value) => (
              <option key={value} value={value}>
                {auditActions[value]}
              </option>
            ))}
          </SelectField>
        </div>
        <Button type="submit" variant="secondary" className="mb-1.5">
          Show
        </Button>
        {(subject || action || id) && (
          <ButtonLink to="/admin/audit-log" variant="quiet" className="mb-1.5">
            Show all
          </ButtonLink>
        )}
      </Form>
    </search>
  )
}
