import { expect, it } from 'vitest'
import type { FulfilmentStatus } from '../fulfilment/fulfilment-status.ts'
import type { ItemStatus } from '../item-status.ts'
import { orderSteps } from './order-steps.ts'

function steps(fulfilment: FulfilmentStatus, statuses: ItemStatus[], isPickup = false) {
  const items = statuses.map((status) => ({ status }))
  return orderSteps({ items, fulfilment, isPickup }).map(
    ({ text, isDone }) => `${text}${isDone ? '' : '…'}`,
  )
}

it.each<[FulfilmentStatus, ItemStatus[], string[]]>([
  ['placed', ['processing'], ['Ordered', 'Prepared…', 'Out for delivery…', 'Delivered…']],
  ['baking', ['processing'], ['Ordered', 'Baking…', 'Out for delivery…', 'Delivered…']],
  [
    'baking',
    ['completed', 'processing', 'rejected'],
    ['Ordered', '1 of 2 prepared…', 'Out for delivery…', 'Delivered…'],
  ],
  ['ready', ['completed', 'rejected'], ['Ordered', 'Prepared', 'Out for delivery…', 'Delivered…']],
  ['out_for_delivery', ['completed'], ['Ordered', 'Prepared', 'Out for delivery', 'Delivered…']],
  ['delivered', ['completed'], ['Ordered', 'Prepared', 'Out for delivery', 'Delivered']],
  ['failed', ['completed'], ['Ordered', 'Prepared', 'Delivery failed…', 'Delivered…']],
  ['closed', ['completed'], ['Ordered', 'Prepared', 'Delivery failed…', 'Delivered…']],
])('%s with items %j: %j', (fulfilment, statuses, expected) => {
  expect(steps(fulfilment, statuses)).toEqual(expected)
})

it('a pickup ends at the counter', () => {
  expect(steps('ready', ['completed'], true)).toEqual(['Ordered', 'Prepared', 'Collected…'])
  expect(steps('collected', ['completed'], true)).toEqual(['Ordered', 'Prepared', 'Collected'])
})
