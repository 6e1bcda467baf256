import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call } from '#platform/http/api-client.ts'
import { keepLastRead } from '#platform/http/keep-last-read.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { countDeadLetters, type ListedMail, unsentMails } from '#shop/mails/mails.store.server.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { AskButton } from '#shop/values/ask-button.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { Icon, mailIcon } from '#ui/icon.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { EmailText } from '#ui/user-text.tsx'
import type { Route } from './+types/mail-list.page.ts'
import { kindInWords, MailStatusText } from './mail-status.tsx'
import { maxPerCall, type SendMailsAgain } from './send-again.server.ts'

const rotateCwIcon = 'M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5'

const mailsShown = 200

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'read-mails')
  const [mails, dead] = await Promise.all([
    unsentMails(app.db, mailsShown + 1),
    countDeadLetters(app.db),
  ])
  const isStored = app.outbox !== null
  const hasMore = mails.length > mailsShown
  return { mails: mails.slice(0, mailsShown), hasMore, dead, maxPerCall, isStored }
}

const keep = keepLastRead()

// The list reloads itself, and stays when the network is lost for a moment.
export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return keep(request.url, serverLoader)
}
clientLoader.hydrate = true as const

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Emails')

/** What was not sent, why, and sending it again. */
export default function OutboxPage({ loaderData }: Route.ComponentProps) {
  const { mails, hasMore, dead, isStored } = loaderData
  const found = useRef<HTMLParagraphElement>(null)
  const focusFound = () => found.current?.focus()
  useRefresh(mails)
  return (
    <div className="grid gap-5">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h1 className="text-3xl">Emails</h1>
          <p className="max-w-prose text-cocoa-soft">
            <span>These could not be sent. Each order’s page lists the emails that were.</span>{' '}
            <span>
              {isStored
                ? 'No mail server is set up, so emails are files in DATA_DIR/outbox instead of being sent.'
                : 'Emails are sent by your mail server. They are in its folder of sent emails.'}
            </span>
          </p>
        </div>
        {dead > 0 && (
          <SendAllAgain dead={dead} maxPerCall={loaderData.maxPerCall} onDone={focusFound} />
        )}
      </header>
      <p ref={found} tabIndex={-1} role="status" className="text-sm text-cocoa-soft">
        {foundText(mails.length, hasMore)}
      </p>
      {mails.length > 0 ? (
        <div className="card p-2">
          <ListTable
            label="Emails"
            columns={columnsOf({ isStored, onDone: focusFound })}
            rows={mails}
          />
        </div>
      ) : (
        <EmptyState
          picture={<Icon path={mailIcon} size={48} className="stroke-[1.25]" />}
          title="All emails could be sent"
        >
          One that cannot be sent appears here.
        </EmptyState>
      )}
    </div>
  )
}

function foundText(count: number, hasMore: boolean): string {
  if (count === 0) return 'No emails'
  if (hasMore) return `The newest ${count} emails`
  return count === 1 ? '1 email' : `${count} emails, newest first`
}

/**
 * After how many ms to reload a list with these mails: soon if one is being sent, later if one is retried; null if none is
 * waiting.
 */
export function refreshAfterMs(
  mails: readonly Pick<ListedMail, 'status' | 'lastError'>[],
): number | null {
  const waiting = mails.filter(({ status }) => status === 'waiting')
  if (waiting.length === 0) return null
  return waiting.some(({ lastError }) => lastError === null) ? 2000 : 30_000
}

/** Reloads the page's data as long as a mail waits and the page is visible. */
function useRefresh(mails: readonly ListedMail[]) {
  const { revalidate } = useRevalidator()
  const afterMs = refreshAfterMs(mails)
  useEffect(() => {
    if (afterMs === null) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, afterMs)
    return () => clearInterval(timer)
  }, [afterMs, revalidate])
}

const columnsOf = ({
  isStored,
  onDone,
}: {
  isStored: boolean
  onDone: () => void
}): ListColumn<ListedMail>[] => [
  ['Date', ({ createdAt }) => <Moment at={createdAt} />, 'whitespace-nowrap'],
  ['Subject', (mail) => <Subject mail={mail} />, 'max-w-80 wrap-anywhere'],
  ['To', recipientText, 'max-w-60 wrap-anywhere'],
  ['Status', (mail) => <MailStatusText mail={mail} isStored={isStored} />, 'max-w-72'],
  [
    'Send again',
    (mail) =>
      mail.maySendAgain ? (
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

function Subject({ mail: { subject, kind } }: { mail: ListedMail }) {
  return (
    <>
      <span className="font-semibold">{subject ?? 'No subject yet'}</span>
      <span className="block text-xs text-cocoa-soft">{kindInWords(kind)}</span>
    </>
  )
}

/** Sends mails again: one, or the oldest of all dead letters. */
const sendAgain = (body: { ids: string[] } | { all: true }) =>
  call<SendMailsAgain>('POST /mails/again', { body })

/** `onDone` moves the focus, because the button is gone. */
function SendAgain({ mail, onDone }: { mail: ListedMail; onDone: () => void }) {
  const { busy, run } = useReloadingAction()
  const { id, subject, kind, recipient } = mail
  return (
    <Button
      size="small"
      variant="secondary"
      busy={busy}
      onClick={({ detail }) => {
        // The second click of a double click would hit the next mail, which has moved up.
        if (detail < 2) void run(() => sendAgain({ ids: [id] })).then(onDone)
      }}
    >
      Send again
      <span className="sr-only">
        {`: ${subject ?? kindInWords(kind)}${recipient ? `, to ${recipient}` : ''}`}
      </span>
    </Button>
  )
}

/** Sends all dead-letter mails again, after confirmation. */
function SendAllAgain({
  dead,
  maxPerCall,
  onDone,
}: {
  dead: number
  maxPerCall: number
  onDone: () => void
}) {
  const count = Math.min(dead, maxPerCall)
  return (
    <AskButton
      icon={<Icon path={rotateCwIcon} size={18} />}
      label="Send all again"
      title={count === 1 ? 'Send 1 email again?' : `Send ${count} emails again?`}
      confirmLabel="Send again"
      send={() => sendAgain({ all: true })}
      onDone={onDone}
    >
      <p>
        Each email is written again with the current details. Emails that are no longer needed are
        not sent.
        <span>{dead > count && ` Only the oldest ${count} of ${dead} are sent now.`}</span>
      </p>
    </AskButton>
  )
}
