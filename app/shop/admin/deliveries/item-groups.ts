import type { ItemStatus } from '#shop/orders/item-status.ts'

/** Items that the baker has still to make. */
export const unpreparedStatuses: ItemStatus[] = ['processing', 'accepted']
