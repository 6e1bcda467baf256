import { expect, it } from 'vitest'
import { readOrderNews } from './use-live-orders.ts'

it.each([
  [
    '{"action":"accept-quote","orderId":"o","number":1042}',
    { action: 'accept-quote', number: 1042 },
  ],
  ['{}', null],
  ['{"action":"accept-quote","number":"1042"}', null],
  ['', null],
  ['null', null],
])('reads %j', (text, news) => {
  expect(readOrderNews(text)).toEqual(news)
})
