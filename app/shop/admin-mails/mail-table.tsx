import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useRevalidator } from 'react-router'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { TableOrCards } from '#ui/lists/data-table.tsx'
import { EmailText } from '#ui/user-text.tsx'
import { type ListedMail, rereadAfter, statusInWords } from './mail-list.ts'
import { SendAgain } from './send-again-buttons.tsx'

interface MailTableProps {
  mails: readonly ListedMail[]
  /** A mail was sent again, and its button may be gone with the focus on it. */
  onDone: () => void
}

export function MailTable({ mails, onDone }: MailTableProps) {
  return (
    <TableOrCards
      label="Mails"
      columns={['When', 'Mail', 'To', 'Status', 'Send again']}
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
            {mail.status === 'dead' ? (
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
          {mail.status === 'dead' && (
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
    // As a page of its own: it alone may frame a mail, by the policy it comes with.
    <Link
      to={`/admin/outbox/${encodeURIComponent(mail.id)}`}
      reloadDocument
      className="inline-flex min-h-11 items-center font-semibold text-berry underline underline-offset-3"
    >
      {mail.subject ?? 'Not written yet'}
    </Link>
  )
}

function Recipient({ mail }: { mail: ListedMail }) {
  if (mail.recipient === null) return <span className="text-cocoa-soft">Not known yet</span>
  return <EmailText email={mail.recipient} />
}

function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatDateTime(new Date(at))}</time>
}

const looks = {
  sent: { Icon: CircleCheck, colour: 'text-pistachio' },
  waiting: { Icon: Clock, colour: 'text-cocoa' },
  dead: { Icon: TriangleAlert, colour: 'text-chilli' },
}

/** Where a mail stands, and what went wrong. */
export function MailStatusText({ mail }: { mail: Pick<ListedMail, 'status' | 'tries' | 'fault'> }) {
  const { Icon, colour } = looks[mail.status]
  return (
    <span className="grid gap-0.5">
      <span className={`flex items-start gap-1.5 font-semibold ${colour}`}>
        <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
        {statusInWords(mail)}
      </span>
      {mail.fault !== null && (
        <span className="text-xs text-cocoa-soft wrap-anywhere">{mail.fault}</span>
      )}
    </span>
  )
}

/** Reads the page anew for as long as a mail on it waits, and somebody looks. */
export function useRereading(mails: readonly ListedMail[]) {
  const { revalidate } = useRevalidator()
  const afterMs = rereadAfter(mails)
  useEffect(() => {
    if (afterMs === null) return
    const timer = setInterval(() => {
      if (!document.hidden) void revalidate()
    }, afterMs)
    return () => clearInterval(timer)
  }, [afterMs, revalidate])
}
