import { useRevalidator } from 'react-router'
import { nextStatus } from '#shop/orders/item-status.ts'
import type { OrderItem } from '#shop/orders/order.schema.ts'
import { ConfirmItem } from './confirm-item-button.tsx'
import { JudgeItem } from './judge-item.tsx'
import { type Decide, type DecisionProps, useDecisions } from './use-decisions.ts'

type ItemActionsProps = Omit<DecisionProps, 'decide'> & {
  item: OrderItem
  /** The page was read anew, and the button with the focus on it is gone. */
  onDone: () => void
}

/** What the baker may decide on an item where it stands now; nothing when there is nothing to decide. */
export function ItemActions({ item, order, onDone }: ItemActionsProps) {
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
  const may = (action: 'confirm' | 'prepare') => nextStatus(item.isConfirmed, action, item) !== null

  const props = { item, order, decide: decideHere }
  const isToJudge = item.customize && item.isConfirmed === 'processing'
  const isToConfirm = may('confirm') || may('prepare')

  if (!isToJudge && !isToConfirm) return null
  return (
    <div className="flex flex-wrap gap-2">
      {isToConfirm ? <ConfirmItem {...props} /> : <JudgeItem {...props} />}
    </div>
  )
}
