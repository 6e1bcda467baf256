import { expect, it } from 'vitest'
import { parseOrderChange } from './use-live-orders.ts'

it.each([
  [
    '{"action":"accept-quote","orderId":"o","number":1042}',
    { action: 'accept-quote', number: 1042 },
  ],
  ['{"orderId":"o","number":1042}', { action: '', number: 1042 }],
  ['{}', null],
  ['{"action":"accept-quote","number":"1042"}', null],
  ['', null],
  ['null', null],
])('reads %j', (text, change) => {
  expect(parseOrderChange(text)).toEqual(change)
})
