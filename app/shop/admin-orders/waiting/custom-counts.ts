import type { ItemStatus } from '#shop/orders/item-status.ts'

/** How many customised cakes stand somewhere. */
export interface CustomCount {
  status: ItemStatus
  count: number
}

/** A count in words: '2 waiting for the customer'. */
export function customCountText({ status, count }: CustomCount): string {
  return `${count} ${words.get(status) ?? status}`
}

const words = new Map<ItemStatus, string>([
  ['quoted', 'waiting for the customer'],
  ['accepted', 'accepted, to prepare'],
  ['expired', 'not answered in time'],
])
