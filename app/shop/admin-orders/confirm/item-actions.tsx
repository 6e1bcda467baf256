import { useRevalidator } from 'react-router'
import { nextStatus } from '#shop/orders/item-status.ts'
import type { OrderItem } from '#shop/orders/order.schema.ts'
import type { OfferedPrice } from '../detail/order-page.ts'
import { ConfirmItem } from './item-buttons.tsx'
import { NewQuoteButton } from './new-quote-button.tsx'
import { QuoteOrReject } from './quote-or-reject.tsx'
import { type Decide, type DecisionProps, useBakerActions } from './use-baker-actions.ts'

type ItemActionsProps = Omit<DecisionProps, 'decide'> & {
  item: OrderItem
  /** The newest price offered for it; null when there is none. */
  lastQuote: OfferedPrice | null
  /** The page was read anew, and the button with the focus on it is gone. */
  onDone: () => void
}

/** What the baker may decide on an item where it stands now; nothing when there is nothing to decide. */
export function ItemActions({ item, order, lastQuote, onDone }: ItemActionsProps) {
  const { revalidate } = useRevalidator()
  const { decide } = useBakerActions(() => void revalidate())
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
  const earlier = lastQuote && { price: lastQuote.price, isOpen: lastQuote.status === 'open' }
  if (may('confirm') || may('prepare'))
    return (
      <div>
        <ConfirmItem {...props} />
      </div>
    )
  if (may('reject')) {
    return (
      <div className="flex flex-wrap gap-2">
        <QuoteOrReject {...props} />
      </div>
    )
  }
  return may('quote') ? (
    <div>
      <NewQuoteButton {...props} earlier={earlier} />
    </div>
  ) : null
}
