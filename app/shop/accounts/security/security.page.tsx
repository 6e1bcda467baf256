import { appContext } from '#app/context.server.ts'
import { fileUrl } from '#platform/http/api-client.ts'
import { ExportButton } from '#shop/admin/exports/export-button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { LogPage } from '#ui/lists/log-page.tsx'
import { entriesToFind, pageOfLog, searchFields } from '#ui/lists/log-search.ts'
import { requireStaff } from '../require-customer.server.ts'
import type { Route } from './+types/security.page.ts'
import type { exportSecurityEndpoint } from './security.endpoints.ts'
import { securityKinds } from './security-kinds.ts'
import { listSecurityEntries } from './security-log.store.server.ts'
import { knownKinds, parseSecuritySearch, type SecuritySearch } from './security-search.ts'
import { SecurityTable } from './security-table.tsx'

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
      {entries.length > 0 ? <SecurityTable entries={entries} /> : null}
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
