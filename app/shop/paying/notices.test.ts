import { expect, it } from 'vitest'
import { isAboutDelivery } from './notices.tsx'

it.each<[Record<string, string>, boolean]>([
  [{ time: 'It is full.' }, true],
  [{ fee: 'Delivery costs ₹80.', amount: 'The total is now ₹930.' }, true],
  [{ amount: 'The total is now ₹900.' }, false],
  [{ 'order.0': 'It is gone.' }, false],
])('%j is mended with the shipping details: %s', (errors, isIt) => {
  expect(isAboutDelivery(errors)).toBe(isIt)
})
