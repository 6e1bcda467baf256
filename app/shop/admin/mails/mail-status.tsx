import type { ListedMail, MailOfOrder } from '#shop/mails/mails.store.server.ts'
import { Moment } from '#shop/values/moment.tsx'
import { capitalised } from '#shop/values/typed/typed-text.ts'
import { circleCheckIcon, Icon } from '#ui/icon.tsx'
import { triangleAlertIcon } from '#ui/more-icons.ts'

const clockIcon = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M12 6v6l4 2'

const circlePauseIcon = 'M2 12a10 10 0 1 0 20 0a10 10 0 1 0-20 0M10 15L10 9M14 15L14 9'

/** Of kinds whose names say little to people. */
const kindWords = new Map([
  ['order-moved', 'Order out for delivery or delivered'],
  ['recipient-moved', 'To the recipient: out for delivery or delivered'],
])

/** 'order-placed' → 'Order placed'. */
export function kindInWords(name: string): string {
  return kindWords.get(name) ?? capitalised(name.replaceAll('-', ' '))
}

/** What went wrong is only for who reads mails. */
type MailStanding = Pick<ListedMail, 'status'> &
  Partial<Pick<ListedMail, 'attempts' | 'lastError' | 'unconfirmedAt'>>

/** `isStored`: there is no mail server, and emails are files of the shop. */
export function statusInWords(
  { status, attempts = 0, lastError = null, unconfirmedAt }: MailStanding,
  { isStored }: { isStored: boolean },
): string {
  if (status === 'sent') return isStored ? 'Stored' : 'Sent'
  if (status === 'dead_letter') return 'Could not be sent'
  if (status === 'held_back') return 'Held back'
  if (lastError === null) return 'Sending'
  if (unconfirmedAt) return 'May have arrived, will be retried hours later'
  return attempts === 1
    ? 'Failed once, will be retried'
    : `Failed ${attempts} times, will be retried`
}

const looks = {
  sent: { icon: circleCheckIcon, colour: 'text-pistachio' },
  waiting: { icon: clockIcon, colour: 'text-cocoa' },
  dead_letter: { icon: triangleAlertIcon, colour: 'text-chilli' },
  held_back: { icon: circlePauseIcon, colour: 'text-cocoa' },
}

/** The status of a mail, and its last error. */
export function MailStatusText({ mail, isStored }: { mail: MailStanding; isStored: boolean }) {
  const { icon, colour } = looks[mail.status]
  return (
    <span className="grid gap-0.5">
      <span className={`flex items-start gap-1.5 font-semibold ${colour}`}>
        <Icon path={icon} size={16} className="mt-0.5 shrink-0" />
        <span>{statusInWords(mail, { isStored })}</span>
      </span>
      {mail.lastError && (
        <span className="text-xs text-cocoa-soft wrap-anywhere">{mail.lastError}</span>
      )}
    </span>
  )
}

/** Which emails about an order were sent to who ordered. */
export function OrderMails({ mails, isStored }: { mails: MailOfOrder[]; isStored: boolean }) {
  return (
    <ul aria-label="Emails" className="grid gap-3 text-sm">
      {mails.map((mail) => (
        <li key={mail.id} className="grid gap-0.5">
          <span className="wrap-anywhere">{mail.subject ?? kindInWords(mail.kind)}</span>
          <MailStatusText mail={mail} isStored={isStored} />
          <Moment at={mail.sentAt ?? mail.createdAt} className="text-xs text-cocoa-soft" />
        </li>
      ))}
    </ul>
  )
}
