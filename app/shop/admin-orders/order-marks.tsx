import { hasAllergy } from '#shop/orders/allergy.ts'
import { hasEnded, hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { doorStanding } from '#shop/orders/money/door-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAddressMissing, isAnyMade } from '#shop/orders/order-rules.ts'
import { formatInr } from '#shop/values/money.ts'
import { UserText } from '#ui/user-text.tsx'

export interface OrderMark {
  text: string
  /** The order cannot leave as it is. */
  isAlarming: boolean
}

/** What staff must know of an order before it has arrived; nothing if none of it is made. */
export function orderMarks(order: Order): OrderMark[] {
  const { fulfilment, recipientName, isSurprise } = order
  if (hasEnded(fulfilment) || !isAnyMade(order)) return []
  const { state, duePaise } = doorStanding(order)
  const marks: [boolean, string, isAlarming?: boolean][] = [
    [order.dispatchHeldAt !== null, 'On hold: photo', true],
    [order.moveFailedAt !== null, 'Rider’s update failed', true],
    [isAddressMissing(order), 'Address missing', true],
    [hasAllergy(order), 'Allergy'],
    [recipientName !== null, `Gift for ${recipientName}`],
    [isSurprise && !hasLeft(fulfilment), 'Surprise'],
    [state === 'due', `Collect ${formatInr(duePaise)}`],
  ]
  return marks.flatMap(([isTrue, text, isAlarming = false]) => (isTrue ? { text, isAlarming } : []))
}

export function OrderMarks({ marks }: { marks: readonly OrderMark[] }) {
  if (marks.length === 0) return null
  return (
    <ul aria-label="Marks" className="flex flex-wrap gap-1">
      {marks.map(({ text, isAlarming }) => (
        <li
          key={text}
          className={`rounded-pill px-2.5 py-0.5 text-xs font-semibold wrap-anywhere ${isAlarming ? 'bg-chilli text-paper' : 'bg-cream text-cocoa ring-1 ring-line ring-inset'}`}
        >
          <UserText>{text}</UserText>
        </li>
      ))}
    </ul>
  )
}
