import { expect, it } from 'vitest'
import { readOrderNews } from './order-news.ts'

it.each([
  [
    '{"action":"accept-offer","orderId":"o","number":1042}',
    { action: 'accept-offer', number: 1042 },
  ],
  ['{}', null],
  ['{"action":"accept-offer","number":"1042"}', null],
  ['', null],
  ['null', null],
])('reads %j', (text, news) => {
  expect(readOrderNews(text)).toEqual(news)
})
