import { describe, expect, it } from 'vitest'
import type { Order } from '#shop/orders/order.ts'
import { aCustomItem, anItem, anOrder } from '../../../../test/support/an-order.ts'
import { orderMarks, paymentInShort } from './list-orders.server.ts'

const textsOf = (more: Partial<Order>) => orderMarks(anOrder(more)).map(({ text }) => text)
const gift = { recipientName: 'Ravi', isSurprise: true }

it.each<[string, Partial<Order>, string[]]>([
  ['in cash', {}, ['Collect ₹900']],
  ['of a cake without a price', { items: [aCustomItem()], charges: [] }, []],
  ['for somebody else', gift, ['Gift for Ravi', 'Surprise', 'Collect ₹900']],
  [
    'on its way to somebody else',
    { ...gift, fulfilment: 'out_for_delivery' },
    ['Gift for Ravi', 'Collect ₹900'],
  ],
  ['without a street', { address: ',400050,Mumbai' }, ['Address missing', 'Collect ₹900']],
  [
    'of somebody with an allergy',
    { items: [anItem({ bname: 'No nuts' })] },
    ['Allergy', 'Collect ₹900'],
  ],
  ['picked up', { address: ',400050,Mumbai', isPickup: true }, ['Collect ₹900']],
  ['whose photo is wrong', { dispatchHeldAt: new Date() }, ['On hold: photo', 'Collect ₹900']],
  [
    'whose rider could not tell us',
    { fulfilment: 'out_for_delivery', moveFailedAt: new Date() },
    ['Rider’s update failed', 'Collect ₹900'],
  ],
  ['that has arrived', { ...gift, fulfilment: 'delivered' }, []],
  ['of which nothing is made', { ...gift, items: [anItem({ status: 'cancelled' })] }, []],
])('the marks of an order %s', (_, more, texts) => {
  expect(textsOf(more)).toEqual(texts)
})

describe('paymentInShort', () => {
  const amounts = { paidOnlinePaise: 0, duePaise: 0, refundedPaise: 0, paidAtDoor: '' }

  it.each([
    [{ paidOnlinePaise: 900_00 }, ['Paid online']],
    [{ paidAtDoor: '₹900 in cash to the shop' }, ['Paid at the counter']],
    [{ duePaise: 50_00 }, ['Rs.\u00a050 in cash']],
    [
      { paidOnlinePaise: 900_00, refundedPaise: 200_50 },
      ['Paid online', 'Rs.\u00a0200.50 refunded'],
    ],
    [{}, ['Nothing to pay']],
  ])('%#', (one, words) => expect(paymentInShort({ ...amounts, ...one })).toEqual(words))
})
