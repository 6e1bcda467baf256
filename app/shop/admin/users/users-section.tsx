import { fileUrl } from '#platform/http/api-client.ts'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { phoneHref } from '#shop/values/shop-details.ts'
import { Collapsible } from '#ui/forms/plain-form.tsx'
import { type ListColumn, ListTable, LiveSearch } from '#ui/lists/data-table.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { EmailText, UserText } from '#ui/user-text.tsx'
import type { loadUsersSection } from '../dashboard/dashboard.store.server.ts'
import { ExportButton } from '../export-button.tsx'
import type { ExportUsers } from '../export-lists.server.ts'

type UsersSectionProps = Awaited<ReturnType<typeof loadUsersSection>>

export function UsersSection(props: UsersSectionProps) {
  const { total, q, problem, isAddressed, users } = props
  const query = q && !problem ? { q } : {}
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
          {problem}
        </p>
        <ListTable label="Users" columns={columns} rows={users}>
          {q ? `No users found for “${q}”. Try fewer letters.` : 'No users yet.'}
        </ListTable>
        <Pager label="Pages of users" {...pagesOf(props)} />
      </div>
    </Collapsible>
  )
}

const columns: ListColumn<UsersSectionProps['users'][number]>[] = [
  ['Name', ({ name }) => <UserText>{name}</UserText>, 'min-w-32 font-medium wrap-anywhere'],
  ['Contact Details', (user) => <Contact {...user} />, 'min-w-44'],
  [
    'Birthdate',
    ({ birthdate }) => (birthdate ? <time dateTime={birthdate}>{formatDay(birthdate)}</time> : '–'),
    'sm:whitespace-nowrap',
  ],
]

function Contact({ email, mobileno }: { email: string; mobileno: string | null }) {
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
