import { type ItemStatus, nextStatus } from './item-status.ts'

/** The customer may cancel an order until an item of it is completed, and while there is an item left to cancel. */
export function canCancel(
  items: readonly { isConfirmed: ItemStatus; customize: boolean }[],
): boolean {
  const begun = items.some(({ isConfirmed }) => isConfirmed === 'completed')
  return !begun && items.some((item) => nextStatus(item.isConfirmed, 'cancel', item) !== null)
}

/** Whether an order was cancelled: cancelling leaves no item that could still be made, and nothing else cancels one. */
export function isCancelled(items: readonly { isConfirmed: ItemStatus }[]): boolean {
  return items.some(({ isConfirmed }) => isConfirmed === 'cancelled')
}
