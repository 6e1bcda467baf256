import { Mail } from 'lucide-react'
import { useRef } from 'react'
import { Link, useNavigation } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { keepLastRead } from '#platform/http/keep-last-read.ts'
import { requireAdmin } from '#shop/accounts/require-customer.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LiveSearch } from '#ui/lists/live-search.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import type { Route } from './+types/mail-list.page.ts'
import { mostAtOnce } from './admin-mails.endpoints.ts'
import { countDeadLetters, mailsPage } from './admin-mails.store.server.ts'
import {
  type MailPlace,
  type MailSearch,
  type MailStatus,
  mailQuery,
  parseMailSearch,
} from './mail-list.ts'
import { MailTable, useRereading } from './mail-table.tsx'
import { SendAllAgain } from './send-again-buttons.tsx'

const mailsPerPage = 50

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireAdmin(request, app)
  const search = parseMailSearch(new URL(request.url).searchParams)
  const [page, dead] = await Promise.all([
    mailsPage(app.db, search, mailsPerPage),
    countDeadLetters(app.db),
  ])
  return { search, ...page, dead, mostAtOnce, isKeptHere: app.outbox !== null }
}

const keep = keepLastRead()

// The list reads itself anew: a line that is lost for a moment shall not take it away.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = () => [
  { title: 'Mails | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const { search, mails, next, dead } = loaderData
  const found = useRef<HTMLParagraphElement>(null)
  const focusFound = () => found.current?.focus()
  const busy = useNavigation().location?.pathname.toLowerCase() === '/admin/outbox'
  useRereading(mails)
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h1 className="text-3xl">Mails</h1>
          <p className="text-cocoa-soft">
            {loaderData.isKeptHere
              ? 'This shop has no mail server: every mail is kept here, for you to read.'
              : 'They go out by your mail server; what they say is not kept here.'}
          </p>
        </div>
        {dead > 0 && (
          <SendAllAgain dead={dead} mostAtOnce={loaderData.mostAtOnce} onDone={focusFound} />
        )}
      </header>
      <MailFilters search={search} dead={dead} />
      <p ref={found} tabIndex={-1} role="status" className="text-sm text-cocoa-soft">
        {foundText(mails.length)}
      </p>
      <div aria-busy={busy} className={`transition-opacity ${busy ? 'opacity-60' : ''}`}>
        {mails.length > 0 ? (
          <MailTable mails={mails} onDone={focusFound} />
        ) : (
          <NoMails search={search} />
        )}
      </div>
      <Paging search={search} next={next} />
    </div>
  )
}

function foundText(count: number): string {
  if (count === 0) return 'No mails'
  return count === 1 ? '1 mail' : `${count} mails, newest first`
}

function NoMails({ search }: { search: MailSearch }) {
  const searched = search.q !== '' || search.status !== null || search.before !== null
  return (
    <EmptyState
      picture={<Mail size={48} strokeWidth={1.25} aria-hidden="true" />}
      title={titleOf(search)}
      action={searched && <ButtonLink to="/admin/outbox">Show all mails</ButtonLink>}
    >
      {searched
        ? 'Choose another kind above, or search for fewer letters.'
        : 'A mail is listed here as soon as an order is placed or somebody writes to you.'}
    </EmptyState>
  )
}

function titleOf({ status, q, before }: MailSearch): string {
  if (before) return 'No older mails'
  if (q) return 'No mail to this address'
  if (status === 'dead') return 'Every mail could be sent'
  if (status === 'waiting') return 'No mail is waiting'
  return 'No mails yet'
}

function Paging({ search, next }: { search: MailSearch; next: MailPlace | null }) {
  const to = (before: MailPlace | null) => ({ search: mailQuery({ ...search, before }) })
  return (
    <Pager
      label="More mails"
      back={search.before === null ? null : { to: to(null), text: 'Newest mails' }}
      on={next === null ? null : { to: to(next), text: 'Older mails' }}
    />
  )
}

const filters: [MailStatus | null, string][] = [
  [null, 'All'],
  ['waiting', 'Waiting'],
  ['dead', 'Not sent'],
  ['sent', 'Sent'],
]

interface MailFiltersProps {
  search: MailSearch
  /** How many could not be sent. */
  dead: number
}

/** Which mails are listed: by where they stand, and by whom they go to. */
function MailFilters({ search, dead }: MailFiltersProps) {
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-[auto_minmax(0,1fr)] md:items-end">
      <nav aria-label="Which mails" className="md:mb-2">
        <ul className="flex flex-wrap gap-2">
          {filters.map(([status, label]) => (
            <li key={label}>
              <Link
                to={{ search: mailQuery({ ...search, status, before: null }) }}
                aria-current={search.status === status ? 'true' : undefined}
                preventScrollReset
                className="inline-flex min-h-11 items-center gap-1.5 rounded-pill border border-stroke bg-paper px-4 text-sm font-semibold transition hover:border-berry hover:text-berry aria-[current]:border-berry aria-[current]:bg-berry aria-[current]:text-paper"
              >
                {label}
                {status === 'dead' && dead > 0 && <span>({dead})</span>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <LiveSearch
        label="Search by recipient"
        placeholder="asha@…"
        name="q"
        value={search.q}
        action="/admin/outbox"
        resets={['before']}
      />
    </div>
  )
}
