import { fileUrl } from '#platform/http/api-client.ts'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { Collapsible } from '#ui/lists/collapsible.tsx'
import { DataTable } from '#ui/lists/data-table.tsx'
import { LiveSearch } from '#ui/lists/live-search.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { EmailText } from '#ui/user-text.tsx'
import type { exportUsersEndpoint } from '../admin.endpoints.ts'
import { ExportButton } from '../export-button.tsx'
import { shortUserText } from './user-search.ts'

interface ShownUser {
  id: string
  name: string
  email: string
  mobileno: string | null
  birthdate: string | null
}

interface UsersSectionProps {
  /** The number of all accounts. */
  total: number
  q: string
  /** The text is too short to search for, so all are shown. */
  isShort: boolean
  /** This is not the first page. */
  isPaged: boolean
  /** The page's address has a search for users. */
  isAddressed: boolean
  /** The id after which the next page begins; null on the last page. */
  next: string | null
  users: ShownUser[]
}

export function UsersSection(props: UsersSectionProps) {
  const { total, q, isShort, isAddressed, users } = props
  const query = q && !isShort ? { q } : {}
  return (
    <Collapsible
      id="users"
      title="Users"
      open={isAddressed}
      aside={<span className="tabular-nums">Total No of Users: {total}</span>}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end justify-between gap-4">
          <div className="w-full max-w-md">
            <LiveSearch
              label="Search users"
              placeholder="Name, email or mobile"
              name="users"
              value={q}
              action="/admin#users"
              resets={['usersAfter']}
            />
          </div>
          <ExportButton
            what="users"
            address={fileUrl<typeof exportUsersEndpoint>('/users/export', { query })}
          />
        </div>
        <p aria-live="polite" className="text-sm text-cocoa-soft empty:hidden">
          {isShort && shortUserText}
        </p>
        <div className="min-w-0 max-md:[&_td]:border-0! max-md:[&_td]:py-0.5! max-md:[&_thead]:sr-only">
          <DataTable label="Users" columns={['Name', 'Contact Details', 'Birthdate']}>
            {users.map((user) => (
              <UserRow key={user.id} {...user} />
            ))}
            {users.length === 0 && <NoUser q={q} />}
          </DataTable>
        </div>
        <Pager label="Pages of users" {...pagesOf(props)} />
      </div>
    </Collapsible>
  )
}

function UserRow({ name, email, mobileno, birthdate }: ShownUser) {
  return (
    <tr className="max-md:grid max-md:border-b max-md:border-line max-md:py-3">
      <td className="min-w-32 font-medium wrap-anywhere">{name}</td>
      <td className="min-w-44">
        <a href={`mailto:${email}`} className="block leading-6 hover:text-berry hover:underline">
          <EmailText email={email} />
        </a>
        {mobileno && (
          <a
            href={`tel:+91${mobileno}`}
            className="block w-fit leading-6 hover:text-berry hover:underline"
          >
            {mobileno}
          </a>
        )}
      </td>
      <td className="sm:whitespace-nowrap">
        {birthdate ? <time dateTime={birthdate}>{formatDay(birthdate)}</time> : '–'}
      </td>
    </tr>
  )
}

function NoUser({ q }: { q: string }) {
  return (
    <tr>
      <td colSpan={3} className="text-cocoa-soft">
        {q ? `No users found for “${q}”. Try fewer letters.` : 'No users yet.'}
      </td>
    </tr>
  )
}

function pagesOf({ q, next, isPaged }: UsersSectionProps) {
  const address = (query: Record<string, string>) =>
    `/admin?${new URLSearchParams({ users: q, ...query })}#users`
  return {
    back: isPaged ? { to: address({}), text: 'Newest users' } : null,
    on: next ? { to: address({ usersAfter: next }), text: 'Older users' } : null,
  }
}
