import { useRevalidator } from 'react-router'
import { nextStatus } from '#shop/orders/item-status.ts'
import type { OrderItem } from '#shop/orders/order.schema.ts'
import { ConfirmItem } from './confirm-item-button.tsx'
import { JudgeItem } from './judge-item.tsx'
import { OfferNewPrice } from './offer-new-price.tsx'
import type { OfferedPrice } from './order-page.ts'
import { type Decide, type DecisionProps, useDecisions } from './use-decisions.ts'

type ItemActionsProps = Omit<DecisionProps, 'decide'> & {
  item: OrderItem
  /** The newest price offered for it; null when there is none. */
  lastOffer: OfferedPrice | null
  /** The page was read anew, and the button with the focus on it is gone. */
  onDone: () => void
}

/** What the baker may decide on an item where it stands now; nothing when there is nothing to decide. */
export function ItemActions({ item, order, lastOffer, onDone }: ItemActionsProps) {
  const { revalidate } = useRevalidator()
  const { decide } = useDecisions(() => void revalidate())
  const decideHere: Decide = async (decision) => {
    const done = await decide(decision)
    if (done) {
      await revalidate()
      onDone()
    }
    return done
  }
  const may = (action: 'confirm' | 'prepare' | 'reject' | 'quote') =>
    nextStatus(item.isConfirmed, action, item) !== null

  const props = { item, order, decide: decideHere }
  const earlier = lastOffer && { price: lastOffer.price, isOpen: lastOffer.status === 'open' }
  if (may('confirm') || may('prepare'))
    return (
      <div>
        <ConfirmItem {...props} />
      </div>
    )
  if (may('reject')) {
    return (
      <div className="flex flex-wrap gap-2">
        <JudgeItem {...props} />
      </div>
    )
  }
  return may('quote') ? (
    <div>
      <OfferNewPrice {...props} earlier={earlier} />
    </div>
  ) : null
}
