import {
  disputeStatusLabels,
  evidence,
  findDashboard,
  isEnded,
  reasonText,
} from '#shop/orders/disputes/dispute-status.ts'
import type { DisputeStatus } from '#shop/payments/payment-provider.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatRs, type Paise } from '#shop/values/money.ts'
import { textLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { externalLinkIcon, triangleAlertIcon } from '#ui/more-icons.ts'

export interface ShownDispute {
  /** The provider's id. */
  id: string
  provider: string
  status: DisputeStatus
  reason: string
  isRefundable: boolean
  amountPaise: Paise
  /** 0 if it is not lost. */
  lostPaise: Paise
  answerBy: Date | null
  reportedAt: Date
}

/** While a dispute is open, also says by when and how to answer it. */
export function DisputeNotice({ dispute, now }: { dispute: ShownDispute; now: Date }) {
  const { id, provider, status, reason, isRefundable, amountPaise } = dispute
  const isOpen = status === 'open'
  return (
    <div className="grid gap-3 text-sm">
      <p className={`flex items-center gap-2 font-semibold ${isOpen ? 'text-chilli' : ''}`}>
        {isOpen && <Icon path={triangleAlertIcon} size={18} className="shrink-0" />}
        <span>{`${disputeStatusLabels[status]}: ${formatRs(amountPaise)}`}</span>
      </p>
      <p className="wrap-anywhere">
        {`${sentences[status]} Reason: ${reasonText(reason)}. Dispute ${id}.`}
      </p>
      {isOpen && <HowToAnswer dispute={dispute} now={now} />}
      {!isRefundable && (
        <p className="text-cocoa-soft">
          {isEnded(status)
            ? 'The rest of this payment cannot be refunded to the card either.'
            : 'This payment cannot be refunded meanwhile: the bank decides who gets the money.'}
        </p>
      )}
      <DashboardLink provider={provider} />
    </div>
  )
}

const sentences: Record<DisputeStatus, string> = {
  open: 'The customer’s bank wants this money back.',
  under_review:
    'The customer’s bank has your answer and decides. This can take two to three months.',
  won: 'The bank decided for you. The money stays with you.',
  lost: 'The bank decided for the customer. The money is gone, and counts as refunded.',
  closed: 'The dispute ended without a decision against you.',
}

function HowToAnswer({ dispute, now }: { dispute: ShownDispute; now: Date }) {
  const { answerBy, isRefundable } = dispute
  const isLate = answerBy !== null && answerBy < now
  return (
    <>
      {answerBy && (
        <p className="font-semibold">
          <span>{isLate ? 'The answer was due by ' : 'Answer by '}</span>
          <Moment at={answerBy} />. <span>{!isLate && 'Without an answer the money is lost.'}</span>
        </p>
      )}
      <div>
        <p>What banks want to see:</p>
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {evidence.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
      {isRefundable && (
        <p className="text-cocoa-soft">
          The bank only asks so far. If the customer is right, a full refund usually ends it.
        </p>
      )}
    </>
  )
}

function DashboardLink({ provider }: { provider: string }) {
  const { name, url, path } = findDashboard(provider)
  if (!url) return null
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className={`${textLink} w-fit gap-2 print:hidden`}
    >
      <span>{`Open ${name} (${path})`}</span>
      <Icon path={externalLinkIcon} size={16} />
      <span className="sr-only">in a new tab</span>
    </a>
  )
}
