import { CircleCheck, Clock, RotateCw, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { Moment } from '#shop/values/moment.tsx'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TableOrCards } from '#ui/lists/data-table.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { EmailText } from '#ui/user-text.tsx'
import type { sendAgainEndpoint } from './admin-mails.endpoints.ts'
import { type ListedMail, refreshAfterMs, statusInWords } from './mail-list.ts'

interface MailTableProps {
  mails: readonly ListedMail[]
  /** Called after a mail was sent again: its button, which had the focus, may be gone. */
  onDone: () => void
}

export function MailTable({ mails, onDone }: MailTableProps) {
  return (
    <TableOrCards
      label="Emails"
      columns={['Date', 'Subject', 'To', 'Status', 'Send again']}
      rows={mails.map((mail) => (
        <tr key={mail.id}>
          <td className="whitespace-nowrap">
            <Moment at={mail.at} />
          </td>
          <td className="max-w-80 wrap-anywhere">
            <SubjectLink mail={mail} />
            <span className="block text-xs text-cocoa-soft">{mail.kind}</span>
          </td>
          <td className="max-w-60 wrap-anywhere">
            <Recipient mail={mail} />
          </td>
          <td className="max-w-72">
            <MailStatusText mail={mail} />
          </td>
          <td>
            {mail.status === 'dead_letter' ? (
              <SendAgain mail={mail} onDone={onDone} />
            ) : (
              <span aria-hidden="true">–</span>
            )}
          </td>
        </tr>
      ))}
      cards={mails.map((mail) => (
        <li key={mail.id} className="card grid content-start gap-2 p-4 text-sm">
          <h2 className="font-text text-base tracking-normal wrap-anywhere">
            <SubjectLink mail={mail} />
          </h2>
          <p className="wrap-anywhere">
            <span className="text-cocoa-soft">To </span>
            <Recipient mail={mail} />
          </p>
          <p className="text-xs text-cocoa-soft">
            {mail.kind} · <Moment at={mail.at} />
          </p>
          <MailStatusText mail={mail} />
          {mail.status === 'dead_letter' && (
            <div className="justify-self-start">
              <SendAgain mail={mail} onDone={onDone} />
            </div>
          )}
        </li>
      ))}
    />
  )
}

function SubjectLink({ mail }: { mail: ListedMail }) {
  return (
    // With a full page load, because only that page's policy allows frames.
    <Link
      to={`/admin/outbox/${encodeURIComponent(mail.id)}`}
      reloadDocument
      className="inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3"
    >
      {mail.subject ?? 'No subject yet'}
    </Link>
  )
}

function Recipient({ mail }: { mail: ListedMail }) {
  if (mail.recipient === null) return <span className="text-cocoa-soft">No recipient yet</span>
  return <EmailText email={mail.recipient} />
}

const looks = {
  sent: { Icon: CircleCheck, colour: 'text-pistachio' },
  waiting: { Icon: Clock, colour: 'text-cocoa' },
  dead_letter: { Icon: TriangleAlert, colour: 'text-chilli' },
}

/** The status of a mail, and its last error. */
export function MailStatusText({
  mail,
}: {
  mail: Pick<ListedMail, 'status' | 'attempts' | 'lastError'>
}) {
  const { Icon, colour } = looks[mail.status]
  return (
    <span className="grid gap-0.5">
      <span className={`flex items-start gap-1.5 font-semibold ${colour}`}>
        <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        {statusInWords(mail)}
      </span>
      {mail.lastError !== null && (
        <span className="text-xs text-cocoa-soft wrap-anywhere">{mail.lastError}</span>
      )}
    </span>
  )
}

/** Reloads the page's data as long as a mail waits and the page is visible. */
export function useRefresh(mails: readonly ListedMail[]) {
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

interface SendAgainProps {
  mail: Pick<ListedMail, 'id' | 'kind' | 'recipient' | 'subject'>
  /** Called when the button is gone, so that the focus can move. */
  onDone: () => void
}

/** Sends one dead-letter mail again. */
export function SendAgain({ mail, onDone }: SendAgainProps) {
  const { busy, send } = useSendAgain()
  return (
    <Button
      size="small"
      variant="secondary"
      busy={busy}
      onClick={({ detail }) => {
        // The second click of a double click would hit the next mail, which has moved up.
        if (detail < 2) void send({ ids: [mail.id] }).then(onDone)
      }}
    >
      Send again
      <span className="sr-only">
        {`: ${mail.subject ?? mail.kind}${mail.recipient ? `, to ${mail.recipient}` : ''}`}
      </span>
    </Button>
  )
}

interface SendAllAgainProps {
  /** The number of dead letters. */
  dead: number
  maxPerCall: number
  onDone: () => void
}

/** Sends all dead-letter mails again, after confirmation. */
export function SendAllAgain({ dead, maxPerCall, onDone }: SendAllAgainProps) {
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
          {dead > count && ` Only the oldest ${count} of ${dead} are sent now.`}
        </p>
      </ConfirmDialog>
    </>
  )
}

/** The mails to send again: one, or the oldest of all dead letters. */
type SendAgainBody = { ids: string[] } | { all: true }

/** Sends mails again, shows the response, and reloads the page's data. */
function useSendAgain() {
  const { busy, run } = useReloadingAction()
  const send = (body: SendAgainBody) =>
    run(() => call<typeof sendAgainEndpoint>('POST /mails/again', { body }))
  return { busy, send }
}
