import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import { fulfilmentStatuses, hasEnded } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import type { Order } from '#shop/orders/order.ts'
import { anItem, anOrder } from '../../../test/support/an-order.ts'
import {
  changeableParts,
  changeError,
  differences,
  differenceText,
  orderParts,
} from './changeable-parts.ts'

const locksAt = new Date('2026-11-24T09:00:00Z')
const gift = anOrder({ deliveryAt: locksAt, recipientName: 'Meera' })
const statuses = (...all: ItemStatus[]) => ({ items: all.map((status) => anItem({ status })) })
const before = new Date(locksAt.getTime() - 1)
const all = ['recipientMobile', 'riderNote', 'giftMessage', 'giftFrom', 'address', 'time', 'items']

it.each<[string, Partial<Order>, Date, string[]]>([
  ['a gift, before the lock', {}, before, all],
  [
    'a gift of which a cake is ready',
    statuses('completed', 'processing'),
    before,
    all.filter((part) => part !== 'time'),
  ],
  ['a gift, from the lock on', {}, locksAt, ['recipientMobile', 'riderNote']],
  ['a gift that is baked', { fulfilment: 'baking' }, before, ['recipientMobile', 'riderNote']],
  [
    'a gift on its way',
    { fulfilment: 'out_for_delivery' },
    locksAt,
    ['recipientMobile', 'riderNote'],
  ],
  [
    'a gift without an address that is baked',
    { fulfilment: 'baking', address: ',560001,Bengaluru' },
    locksAt,
    ['recipientMobile', 'riderNote', 'address'],
  ],
  [
    'a gift without an address that is on its way',
    { fulfilment: 'out_for_delivery', address: ',560001,Bengaluru' },
    locksAt,
    ['recipientMobile', 'riderNote'],
  ],
  ['one’s own cake', { recipientName: null }, before, all.slice(1)],
  [
    'a pickup',
    { recipientName: null, isPickup: true },
    before,
    ['giftMessage', 'giftFrom', 'time', 'items'],
  ],
  ['a pickup, from the lock on', { recipientName: null, isPickup: true }, locksAt, []],
  ['what was delivered', { fulfilment: 'delivered' }, before, []],
  ['what was cancelled', statuses('cancelled'), before, []],
])('of %s', (_, more, now, parts) => {
  expect(changeableParts({ ...gift, ...more }, now)).toEqual(parts)
})

it.each<[string, Partial<Order>, Date, string]>([
  [
    'cancelled',
    statuses('cancelled'),
    before,
    'Every item of this order is cancelled, so it cannot be changed.',
  ],
  [
    'delivered',
    { fulfilment: 'delivered' },
    before,
    'This order is delivered, so it cannot be changed.',
  ],
  ['closed', { fulfilment: 'closed' }, before, 'This order is closed, so it cannot be changed.'],
  [
    'baked',
    { fulfilment: 'baking' },
    before,
    'This order is being baked. Only what the rider needs can still be changed.',
  ],
  [
    'not delivered',
    { fulfilment: 'failed' },
    before,
    'This order could not be delivered. Only what the rider needs can still be changed.',
  ],
  [
    'baked for pickup',
    { fulfilment: 'baking', isPickup: true, recipientName: null },
    before,
    'This order is being baked.',
  ],
])('says why one that is %s cannot be changed', (_, more, now, why) => {
  expect(changeError({ ...gift, ...more }, now)).toBe(why)
})

test('what may be changed later could be changed before, and nothing at the end', () => {
  const order = fc
    .record({
      fulfilment: fc.constantFrom(...fulfilmentStatuses),
      items: fc.subarray<ItemStatus>(['cancelled', 'processing', 'completed'], { minLength: 1 }),
      isPickup: fc.boolean(),
      recipientName: fc.constantFrom('Meera', null),
    })
    .map(({ items, ...more }) => ({ ...gift, ...more, ...statuses(...items) }))
  const ms = fc.integer({ min: -2 * dayMs, max: 2 * dayMs })
  fc.assert(
    fc.property(order, ms, fc.nat(dayMs), (any, at, laterMs) => {
      const now = new Date(locksAt.getTime() + at)
      const later = changeableParts(any, new Date(now.getTime() + laterMs))
      expect(changeableParts(any, now)).toEqual(expect.arrayContaining(later))
      if (hasEnded(any.fulfilment)) expect(changeableParts(any, now)).toEqual([])
    }),
  )
})

const typedIn = anOrder({
  recipientMobile: '9812345678',
  giftMessage: 'Many returns',
  address: '7 Hill Road,560001,Bengaluru',
  items: [anItem({ id: 'opera', bname: 'Raj' }), anItem({ id: 'tart' })],
})

it.each([
  ['nothing', {}, {}],
  ['what is so already', { giftMessage: 'Many returns', address: { city: 'Bengaluru' } }, {}],
  ['a cake as it is', { items: [{ id: 'opera', bname: 'Raj' }] }, {}],
  ['a text', { riderNote: 'Gate 2' }, { riderNote: 'Gate 2' }],
  ['a text that is gone', { giftMessage: '' }, { giftMessage: '' }],
  [
    'a part of the address',
    { address: { address: '8 Hill Road', pincode: '560001', city: 'Bengaluru' } },
    { address: { address: '8 Hill Road' } },
  ],
  ['a time', { time: '2026-11-22T17:00' }, { time: '2026-11-22T17:00' }],
  ['its own time again', { time: undefined, slot: undefined }, {}],
  [
    'a slot',
    { time: '2026-11-22T16:00', slot: 'evening' },
    { time: '2026-11-22T16:00', slot: 'evening' },
  ],
  [
    'one cake',
    {
      items: [
        { id: 'opera', bname: 'Raj' },
        { id: 'tart', bname: 'Mina' },
      ],
    },
    { items: [{ id: 'tart', bname: 'Mina' }] },
  ],
  [
    'a note for the baker',
    { items: [{ id: 'opera', bname: '', detail: 'In blue' }] },
    { items: [{ id: 'opera', bname: '', detail: 'In blue' }] },
  ],
])('sends no more than what was typed: %s', (_, typed, sent) => {
  expect(differences(typedIn, typed, orderParts)).toEqual(sent)
})

it('sends nothing of a part that can no longer be changed', () => {
  const typed = { giftFrom: 'Asha', riderNote: 'Gate 2' }
  expect(differences(typedIn, typed, ['riderNote'])).toEqual({ riderNote: 'Gate 2' })
})

it.each([
  ['nothing at the same price', 900_00, 0, 0, 0, ''],
  ['the difference', 900_00, 0, 0, -199_00, '₹199 will be refunded, the way you paid.'],
  ['what is left', 900_00, 850_00, 0, -199_00, '₹50 will be refunded, the way you paid.'],
  ['nothing of what came back already', 900_00, 900_00, 0, -199_00, ''],
  ['less of what is due', 0, 0, 900_00, -199_00, 'You pay ₹199 less in cash.'],
  [
    'what is due first, then what was paid',
    900_00,
    0,
    150_00,
    -199_00,
    'You pay ₹150 less in cash. ₹49 will be refunded, the way you paid.',
  ],
  ['nothing of a dearer time', 900_00, 0, 0, 100_00, 'This time costs ₹100 more.'],
])('gives back %s', (_, paidOnlinePaise, refundedPaise, duePaise, morePaise, text) => {
  const amounts = { paidOnlinePaise, refundedPaise, duePaise }
  expect(differenceText(amounts, morePaise)).toBe(text)
})
