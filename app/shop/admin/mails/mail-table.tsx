import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { Moment } from '#shop/values/moment.tsx'
import { TableOrCards } from '#ui/lists/data-table.tsx'
import { EmailText } from '#ui/user-text.tsx'
import { type ListedMail, refreshAfterMs, statusInWords } from './mail-list.ts'
import { SendAgain } from './send-again-buttons.tsx'

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
