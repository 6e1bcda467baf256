import { appContext } from '#app/context.server.ts'
import { fileUrl } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { ExportButton } from '#shop/admin/export-button.tsx'
import type { ExportSecurity } from '#shop/admin/export-lists.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { Moment } from '#shop/values/moment.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { EmailText } from '#ui/user-text.tsx'
import type { Route } from './+types/security.page.ts'
import { securityKinds, whatToDo } from './audit-actions.ts'
import { entriesToActOn } from './audit-log.store.server.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'see-security')
  await app.securityLog.writeCounts()
  const entries = await entriesToActOn(app.db, app.clock.now())
  return { entries: entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })) }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Security')

export default function SecurityPage({ loaderData: { entries } }: Route.ComponentProps) {
  const address = fileUrl<ExportSecurity>('/security/export', {})
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid max-w-prose gap-1">
          <h1 className="text-3xl">Security</h1>
          <p className="text-cocoa-soft">
            What happened to the accounts of your staff in the last 90 days, and what you can do.
            Customers are mailed about theirs. The export has everything.
          </p>
        </div>
        <ExportButton address={address} what="security" />
      </header>
      {entries.length > 0 ? (
        <div className="card p-2">
          <ListTable label="Security log" columns={columns} rows={entries} />
        </div>
      ) : (
        <p className="card p-5 text-sm text-cocoa-soft">There is nothing to do.</p>
      )}
    </div>
  )
}

type ShownEntry = Route.ComponentProps['loaderData']['entries'][number]

const columns: ListColumn<ShownEntry>[] = [
  ['When', ({ at }) => <Moment at={at} />, 'whitespace-nowrap'],
  ['Who', ({ email }) => <EmailText email={email ?? ''} />, 'min-w-52'],
  ['What', (entry) => <What {...entry} />, 'min-w-56'],
  ['From', (entry) => <From {...entry} />, 'min-w-40'],
  ['What you can do', ({ kind }) => whatToDo[kind], 'min-w-56'],
]

function What({ kind, count, details }: ShownEntry) {
  return (
    <>
      <span>{securityKinds[kind]}</span>
      <span>{count > 1 && `, ${count} times`}</span>
      {Object.entries(details).map(([name, value]) => (
        <span key={name} className="block wrap-anywhere text-cocoa-soft">
          {`${name}: ${value}`}
        </span>
      ))}
    </>
  )
}

function From({ network, device }: ShownEntry) {
  return (
    <>
      <span className="wrap-anywhere">{network ?? 'The shop itself'}</span>
      <span className="block text-cocoa-soft">{device}</span>
    </>
  )
}
