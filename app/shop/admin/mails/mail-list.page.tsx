import { Mail, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useNavigation } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { keepLastRead } from '#platform/http/keep-last-read.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import type { MailStatus } from '#shop/mails/mail-statuses.ts'
import { Moment } from '#shop/values/moment.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LiveSearch } from '#ui/lists/live-search.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { EmailText } from '#ui/user-text.tsx'
import type { Route } from './+types/mail-list.page.ts'
import { countDeadLetters, mailsPage } from './admin-mails.store.server.ts'
import {
  canBeSentAgain,
  type ListedMail,
  type MailPlace,
  type MailSearch,
  mailQuery,
  parseMailSearch,
} from './mail-list.ts'
import { MailStatusText, SendAgain, useRefresh, useSendAgain } from './mail-status.tsx'
import { maxPerCall } from './send-again.server.ts'

const mailsPerPage = 50

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'read-mails')
  const search = parseMailSearch(url.searchParams)
  const [page, dead] = await Promise.all([
    mailsPage(app.db, search, mailsPerPage),
    countDeadLetters(app.db),
  ])
  return { search, ...page, dead, maxPerCall, isStored: app.outbox !== null }
}

const keep = keepLastRead()

// The list reloads itself, and stays when the network is lost for a moment.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = () => [
  { title: 'Emails | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const { search, mails, next, dead, isStored } = loaderData
  const found = useRef<HTMLParagraphElement>(null)
  const focusFound = () => found.current?.focus()
  const busy = useNavigation().location?.pathname.toLowerCase() === '/admin/outbox'
  useRefresh(mails)
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h1 className="text-3xl">Emails</h1>
          <p className="text-cocoa-soft">
            {isStored
              ? 'No mail server is set up, so emails are files in DATA_DIR/outbox instead of being sent.'
              : 'Emails are sent by your mail server. They are in its folder of sent emails.'}
          </p>
        </div>
        {dead > 0 && (
          <SendAllAgain dead={dead} maxPerCall={loaderData.maxPerCall} onDone={focusFound} />
        )}
      </header>
      <MailFilters search={search} dead={dead} isStored={isStored} />
      <p ref={found} tabIndex={-1} role="status" className="text-sm text-cocoa-soft">
        {foundText(mails.length)}
      </p>
      <div aria-busy={busy} className={`transition-opacity ${busy ? 'opacity-60' : ''}`}>
        {mails.length > 0 ? (
          <div className="card p-2">
            <ListTable
              label="Emails"
              columns={columnsOf({ isStored, onDone: focusFound })}
              rows={mails}
            />
          </div>
        ) : (
          <NoMails search={search} />
        )}
      </div>
      <Paging search={search} next={next} />
    </div>
  )
}

function foundText(count: number): string {
  if (count === 0) return 'No emails'
  return count === 1 ? '1 email' : `${count} emails, newest first`
}

function NoMails({ search }: { search: MailSearch }) {
  const searched = search.q !== '' || search.status !== null || search.before !== null
  return (
    <EmptyState
      picture={<Mail size={48} strokeWidth={1.25} aria-hidden="true" />}
      title={titleOf(search)}
      action={searched && <ButtonLink to="/admin/outbox">Show all emails</ButtonLink>}
    >
      {searched
        ? 'Try another filter or a shorter search.'
        : 'Emails appear here when orders are placed or customers write to you.'}
    </EmptyState>
  )
}

function titleOf({ status, q, before }: MailSearch): string {
  if (before) return 'No older emails'
  if (q) return 'No emails to this address'
  if (status === 'dead_letter') return 'All emails could be sent'
  if (status === 'held_back') return 'No emails held back'
  if (status === 'waiting') return 'No emails waiting'
  return 'No emails yet'
}

function Paging({ search, next }: { search: MailSearch; next: MailPlace | null }) {
  const to = (before: MailPlace | null) => ({ search: mailQuery({ ...search, before }) })
  return (
    <Pager
      label="More emails"
      back={search.before === null ? null : { to: to(null), text: 'Newest emails' }}
      on={next === null ? null : { to: to(next), text: 'Older emails' }}
    />
  )
}

const filtersOf = (isStored: boolean): [MailStatus | null, string][] => [
  [null, 'All'],
  ['waiting', 'Waiting'],
  ['dead_letter', 'Not sent'],
  ['held_back', 'Held back'],
  ['sent', isStored ? 'Stored' : 'Sent'],
]

interface MailFiltersProps {
  search: MailSearch
  dead: number
  isStored: boolean
}

function MailFilters({ search, dead, isStored }: MailFiltersProps) {
  return (
    <div className="grid gap-x-8 gap-y-4 md:grid-cols-[auto_minmax(0,1fr)] md:items-end">
      <nav aria-label="Filter emails" className="md:mb-2">
        <ul className="flex flex-wrap gap-2">
          {filtersOf(isStored).map(([status, label]) => (
            <li key={label}>
              <Link
                to={{ search: mailQuery({ ...search, status, before: null }) }}
                aria-current={search.status === status ? 'true' : undefined}
                preventScrollReset
                className="inline-flex min-h-11 items-center gap-1.5 rounded-pill border border-stroke bg-paper px-4 text-sm font-semibold transition hover:border-berry hover:text-berry aria-[current]:border-berry aria-[current]:bg-berry aria-[current]:text-paper"
              >
                <span>{label}</span>
                {status === 'dead_letter' && dead > 0 && <span>{`(${dead})`}</span>}
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

interface ColumnsOptions {
  isStored: boolean
  onDone: () => void
}

const columnsOf = ({ isStored, onDone }: ColumnsOptions): ListColumn<ListedMail>[] => [
  ['Date', ({ at }) => <Moment at={at} />, 'whitespace-nowrap'],
  ['Subject', (mail) => <Subject mail={mail} />, 'max-w-80 wrap-anywhere'],
  ['To', recipientText, 'max-w-60 wrap-anywhere'],
  ['Status', (mail) => <MailStatusText mail={mail} isStored={isStored} />, 'max-w-72'],
  [
    'Send again',
    (mail) =>
      canBeSentAgain(mail) ? (
        <SendAgain mail={mail} onDone={onDone} />
      ) : (
        <span aria-hidden="true">–</span>
      ),
  ],
]

function recipientText({ recipient }: ListedMail) {
  if (recipient === null) return <span className="text-cocoa-soft">No recipient yet</span>
  return <EmailText email={recipient} />
}

function Subject({ mail }: { mail: ListedMail }) {
  return (
    <>
      <span className="font-semibold">{mail.subject ?? 'No subject yet'}</span>
      <span className="block text-xs text-cocoa-soft">{mail.kind}</span>
    </>
  )
}

interface SendAllAgainProps {
  dead: number
  maxPerCall: number
  onDone: () => void
}

/** Sends all dead-letter mails again, after confirmation. */
function SendAllAgain({ dead, maxPerCall, onDone }: SendAllAgainProps) {
  const [open, setOpen] = useState(false)
  const { busy, send } = useSendAgain()
  const count = Math.min(dead, maxPerCall)

  async function sendAll() {
    await send({ all: true })
    setOpen(false)
    onDone()
  }

  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        <RotateCw size={18} aria-hidden="true" />
        Send all again
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => void sendAll()}
        title={count === 1 ? 'Send 1 email again?' : `Send ${count} emails again?`}
        confirmLabel="Send again"
        busy={busy}
      >
        <p>
          Each email is written again with the current details. Emails that are no longer needed are
          not sent.
          <span>{dead > count && ` Only the oldest ${count} of ${dead} are sent now.`}</span>
        </p>
      </ConfirmDialog>
    </>
  )
}
