import { fileUrl } from '#platform/http/api-client.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { phoneHref } from '#shop/values/shop-details.ts'
import { tidySearch } from '#shop/values/typed/typed-entry.ts'
import { Collapsible } from '#ui/lists/collapsible.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { LiveSearch } from '#ui/lists/live-search.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { EmailText, UserText } from '#ui/user-text.tsx'
import { ExportButton } from '../export-button.tsx'
import type { ExportUsers } from '../export-lists.server.ts'

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
  users: ListedUser[]
}

export function UsersSection(props: UsersSectionProps) {
  const { total, q, isShort, isAddressed, users } = props
  const query = q && !isShort ? { q } : {}
  return (
    <Collapsible
      id="users"
      title="Users"
      open={isAddressed}
      aside={<span className="tabular-nums">{`Total No of Users: ${total}`}</span>}
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
          <ExportButton what="users" address={fileUrl<ExportUsers>('/users/export', { query })} />
        </div>
        <p aria-live="polite" className="text-sm text-cocoa-soft empty:hidden">
          {isShort && shortUserText}
        </p>
        <ListTable label="Users" columns={columns} rows={users}>
          {q ? `No users found for “${q}”. Try fewer letters.` : 'No users yet.'}
        </ListTable>
        <Pager label="Pages of users" {...pagesOf(props)} />
      </div>
    </Collapsible>
  )
}

const columns: ListColumn<ListedUser>[] = [
  ['Name', ({ name }) => <UserText>{name}</UserText>, 'min-w-32 font-medium wrap-anywhere'],
  ['Contact Details', (user) => <Contact {...user} />, 'min-w-44'],
  [
    'Birthdate',
    ({ birthdate }) => (birthdate ? <time dateTime={birthdate}>{formatDay(birthdate)}</time> : '–'),
    'sm:whitespace-nowrap',
  ],
]

function Contact({ email, mobileno }: ListedUser) {
  return (
    <>
      <a href={`mailto:${email}`} className="block leading-6 hover:text-berry hover:underline">
        <EmailText email={email} />
      </a>
      {mobileno && (
        <a
          href={phoneHref(mobileno)}
          className="block w-fit leading-6 hover:text-berry hover:underline"
        >
          {mobileno}
        </a>
      )}
    </>
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

/** An account in lists, without credentials. */
export interface ListedUser {
  id: string
  name: string
  email: string
  mobileno: string | null
  /** 'YYYY-MM-DD' */
  birthdate: string | null
  role: Role
  createdAt: Date
}

/** A search for accounts, in the address of the dashboard and in the query of the API's call. */
export interface UserSearch {
  /** Part of a name, e-mail or mobile number; '' finds all. */
  q: string
  /** The id of the account after which the page begins; null for the newest. */
  after: string | null
}

export const shortUserText = 'Type at least 3 letters or digits of a name, email or mobile number.'

export function parseUserSearch(params: URLSearchParams): UserSearch {
  return {
    q: tidySearch(params.get('users')),
    after: tidySearch(params.get('usersAfter')) || null,
  }
}

/** Whether a text is too short to search for. The index needs three letters. */
export function isShortUserText(q: string): boolean {
  return q !== '' && (q.match(/[\p{L}\p{M}\p{N}]/gu)?.length ?? 0) < 3
}
