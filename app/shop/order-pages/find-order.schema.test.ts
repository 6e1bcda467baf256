import { expect, it } from 'vitest'
import { findOrderSchema } from './find-order.schema.ts'

const numberOf = (number: string) =>
  findOrderSchema.safeParse({ number, mobile: '9876543210' }).data?.number

it.each([
  ...['1001', '#1001', 'Order 1001', 'order #1001', 'No. 1001', '1001.', ' № 1001 ', 'Order-1001'],
  ...['१००१', 'ऑर्डर १००१', '１００１', '\u200e1001\u200f', '“1001”', 'Order no: 1001 (Asha)'],
])('%s is order 1001', (typed) => {
  expect(numberOf(typed)).toBe('1001')
})

it.each([
  '',
  'abc',
  '10a',
  '#',
  '1001 1002',
  '10.01',
  '1234567890',
  '9'.repeat(5000),
  `${'x'.repeat(99)}1`,
])('%s is no number of an order', (typed) => expect(numberOf(typed)).toBeUndefined())
