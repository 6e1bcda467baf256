import type { QuoteStatus } from '#shop/quotes/quote-status.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatRs, toPaise } from '#shop/values/money.ts'
import type { OfferedPrice } from './order-page.ts'

interface QuoteHistoryProps {
  /** Oldest first. */
  offers: readonly OfferedPrice[]
  /** How many cakes of the line. */
  amount: number
}

/** Every price that was offered for a customised cake, and what became of it; nothing where there is none. */
export function QuoteHistory({ offers, amount }: QuoteHistoryProps) {
  if (offers.length === 0) return null
  return (
    <ol aria-label="Prices offered" className="grid gap-1.5 border-l-2 border-line pl-3 text-sm">
      {offers.map(({ id, price, quotedAt, answerBy, status, closedAt }) => (
        <li key={id}>
          <span className="font-semibold tabular-nums">{formatRs(toPaise(price))}</span>
          {amount > 1 && ' each'} · {outcomes[status]}{' '}
          {status === 'open' ? <Instant at={answerBy} /> : closedAt && <Instant at={closedAt} />}
          <span className="block text-xs text-cocoa-soft">
            Offered <Instant at={quotedAt} />
          </span>
        </li>
      ))}
    </ol>
  )
}

const outcomes: Record<QuoteStatus, string> = {
  open: 'waits for an answer until',
  accepted: 'accepted on',
  declined: 'declined on',
  replaced: 'replaced by a newer price on',
  expired: 'not answered in time, ended on',
  withdrawn: 'withdrawn with the order on',
}

function Instant({ at }: { at: string }) {
  return <time dateTime={at}>{formatDateTime(new Date(at))}</time>
}
