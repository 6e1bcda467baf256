import { appContext } from '#app/context.server.ts'
import { fileUrl } from '#platform/http/api-client.ts'
import { ExportButton } from '#shop/admin/export-button.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { LogPage } from '#ui/lists/log-page.tsx'
import { entriesToFind, pageOfLog, searchFields } from '#ui/lists/log-search.ts'
import { EmailText } from '#ui/user-text.tsx'
import { requireStaff } from '../require-customer.server.ts'
import type { Route } from './+types/security.page.ts'
import type { exportSecurityEndpoint } from './security.endpoints.ts'
import {
  knownKinds,
  parseSecuritySearch,
  type SecuritySearch,
  securityKinds,
} from './security-kinds.ts'
import { listSecurityEntries } from './security-log.store.server.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff(request, app, 'see-security')
  await app.securityLog.writeCounts()
  const search = parseSecuritySearch(new URL(request.url).searchParams)
  const now = app.clock.now()
  const found = await listSecurityEntries(app.db, { search, now, limit: entriesToFind })
  const { entries, next } = pageOfLog(found)
  return {
    search,
    next,
    entries: entries.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() })),
  }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Security | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function SecurityPage({
  loaderData: { search, entries, next },
}: Route.ComponentProps) {
  const { before: _, ...filter } = search
  const address = fileUrl<typeof exportSecurityEndpoint>('/security/export', {
    query: searchFields(filter),
  })
  return (
    <LogPage
      title="Security"
      intro="Logins, failures and access of the last 90 days."
      action={<ExportButton address={address} what="security" />}
      path="/admin/security"
      search={search}
      fields={<SecurityFields {...search} />}
      next={next}
    >
      {entries.length > 0 ? (
        <div className="card p-2">
          <ListTable label="Security log" columns={columns} rows={entries} />
        </div>
      ) : null}
    </LogPage>
  )
}

function SecurityFields({ kind, account, network }: SecuritySearch) {
  return (
    <>
      <SelectField label="What" name="kind" defaultValue={kind ?? ''}>
        <option value="">Any</option>
        {knownKinds.map((value) => (
          <option key={value} value={value}>
            {securityKinds[value]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Account"
        name="account"
        inputMode="email"
        placeholder="asha@example.in"
        defaultValue={account}
      />
      <TextField label="Network" name="network" placeholder="203.0.113.7" defaultValue={network} />
    </>
  )
}

type ShownEntry = Route.ComponentProps['loaderData']['entries'][number]

const columns: ListColumn<ShownEntry>[] = [
  ['When', ({ at }) => <Moment at={at} />, 'whitespace-nowrap'],
  ['Who', whoText, 'min-w-52'],
  ['What', (entry) => <What {...entry} />, 'min-w-56'],
  ['From', (entry) => <From {...entry} />, 'min-w-40'],
]

function whoText({ email }: ShownEntry) {
  return email ? <EmailText email={email} /> : 'Somebody without an account'
}

function What({ kind, count, details }: ShownEntry) {
  return (
    <>
      {securityKinds[kind]}
      {count > 1 && `, ${count} times`}
      {Object.entries(details).map(([name, value]) => (
        <span key={name} className="block wrap-anywhere text-cocoa-soft">
          {name}: {value}
        </span>
      ))}
    </>
  )
}

function From({ network, device }: ShownEntry) {
  if (network === null) return 'The shop itself'
  return (
    <>
      <span className="wrap-anywhere">{network}</span>
      <span className="block text-cocoa-soft">{device}</span>
    </>
  )
}
