import type { ItemStatus } from '#shop/orders/item-status.ts'

/** Items that the baker has still to make. */
export const unpreparedStatuses: ItemStatus[] = ['processing', 'accepted']

/** Items that were called off: nothing of them is made or delivered. */
export const calledOffStatuses: ItemStatus[] = ['cancelled', 'rejected', 'declined', 'expired']
