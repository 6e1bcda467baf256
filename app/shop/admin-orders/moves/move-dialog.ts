import type { Problem } from '#platform/http/endpoint.ts'
import type { SentMoney } from '#shop/handling/door/typed-money.ts'
import type { FailReason, StaffMove } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { Order } from '#shop/orders/order.ts'

export const moveLabels: Record<StaffMove, string> = {
  bake: 'Start baking',
  dispatch: 'Out for delivery',
  deliver: 'Delivered',
  fail: 'Delivery failed',
  close: 'Close',
  collect: 'Collected',
}

export interface MoveDetails {
  /** Who received it. */
  detail?: string
  reason?: FailReason
  money?: SentMoney
  waive?: string
}

export interface MoveDialogProps {
  move: StaffMove
  order: Pick<Order, 'number'>
  busy: boolean
  onClose: () => void
  /** @returns the errors, by field */
  onSend: (details: MoveDetails) => Promise<Problem['errors']>
}
