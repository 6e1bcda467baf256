import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { type ListedMail, statusInWords } from './listed-mail.ts'

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
