import { expect, it } from 'vitest'
import { orderHistory } from './order-history.server.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 4, minute))
const admin = { actor: 'admin', actorEmail: 'admin@cakewala.test' } as const
const shop = { actor: 'shop', actorEmail: null } as const
const items = [{ id: 'a', name: 'Elephant' }]
const nothing = {
  items,
  entries: [],
  payments: [],
  events: [],
  refunds: [],
}

const read = (past: Parameters<typeof orderHistory>[0]) =>
  orderHistory(past).map(({ who, did, detail }) => [`${who} ${did}`, detail])

it('tells of money and of what people did, oldest first', () => {
  expect(
    read({
      items,
      payments: [
        {
          paise: 90_000,
          status: 'succeeded',
          declined: 'insufficient_funds: Your card has insufficient funds.',
          declinedAt: at(1),
          createdAt: at(0),
          updatedAt: at(2),
        },
      ],
      events: [{ type: 'succeeded', receivedAt: at(2) }],
      entries: [
        { at: at(2), ...shop, action: 'place-order', before: null, after: null },
        {
          at: at(5),
          ...admin,
          action: 'refund-order',
          before: { refundedPaise: 0 },
          after: { refundedPaise: 20_000, amountPaise: 20_000, reason: 'A squashed cake' },
        },
      ],
      refunds: [
        { paise: -20_000, status: 'succeeded', updatedAt: at(6) },
        { paise: -10_000, status: 'requested', updatedAt: at(7) },
        { paise: -5_000, status: 'failed', updatedAt: at(8) },
      ],
    }),
  ).toEqual([
    ['The customer started a payment', '₹900'],
    [
      'The payment provider declined a payment',
      'insufficient_funds: Your card has insufficient funds.',
    ],
    ['The payment provider reported that the payment succeeded', null],
    ['The payment provider received the payment', '₹900'],
    ['The shop placed the order', null],
    ['admin@cakewala.test made a refund', '₹200, “A squashed cake”'],
    ['The payment provider made a refund', '₹200'],
    ['The payment provider could not make a refund', '₹50'],
  ])
})

it.each([
  ['quote-item', null, { item: 'a', pricePaise: 145_000 }, 'Elephant, ₹1,450'],
  [
    'accept-quote',
    null,
    { item: 'a', pricePaise: 145_000, byLink: true },
    'Elephant, ₹1,450, by email link',
  ],
  ['decline-quote', null, { item: 'a', pricePaise: 145_000 }, 'Elephant, ₹1,450'],
  ['expire-quote', null, { item: 'a', pricePaise: 145_000 }, 'Elephant, ₹1,450'],
  ['reject-item', null, { item: 'a', problem: 'No trunk' }, 'Elephant, “No trunk”'],
  ['confirm-item', null, { item: 'a', pricePaise: 85_000 }, 'Elephant'],
  [
    'drop-item',
    null,
    { item: 'a', reason: 'It fell', amountPaise: 100 },
    'Elephant, “It fell”, ₹1 refunded',
  ],
  ['cancel-order', null, { items: 2, amountPaise: 90_000 }, '2 items, ₹900 refunded'],
  ['cancel-order', null, { items: 1, amountPaise: 0 }, '1 item'],
  [
    'open-dispute',
    null,
    { amountPaise: 90_000, reason: 'product_not_received', status: 'open' },
    '₹900, product not received, needs your answer',
  ],
  ['note-order', { note: '' }, { note: 'No nuts' }, '“No nuts”'],
  ['note-order', { note: 'Nuts' }, { note: '' }, 'Removed, before: “Nuts”'],
  ['report-problem', null, { message: 'm' }, null],
  ['place-order', null, 'something of another shape', null],
] as const)('%s says what about: %#', (action, before, after, detail) => {
  const entries = [{ at: at(0), ...admin, action, before, after }]
  expect(read({ ...nothing, entries })[0]?.[1]).toBe(detail)
})

const didByAdmin = 'admin@cakewala.test'

it.each([
  ['move-order', { fulfilment: 'baking' }, `${didByAdmin} moved the order to Baking`, null],
  [
    'move-order',
    { fulfilment: 'failed', by: 'rider', detail: 'Nobody in' },
    'The rider moved the order to Delivery failed',
    '“Nobody in”',
  ],
  ['photograph-door', { by: 'rider' }, 'The rider took a photo at the door', null],
  [
    'change-recipient',
    { changed: ['address'], by: 'recipient' },
    'The recipient changed where the order goes',
    null,
  ],
  [
    'change-order',
    { parts: ['time', 'items'], time: '21 Nov 2026, 6 to 8 pm', amountPaise: 9900 },
    `${didByAdmin} changed the delivery time and the cakes`,
    'now 21 Nov 2026, 6 to 8 pm, ₹99 refunded',
  ],
  ['change-order', { parts: ['address'] }, `${didByAdmin} changed the address`, null],
  ['change-order', {}, `${didByAdmin} changed the order`, null],
] as const)('%s names who did it, and what: %#', (action, after, sentence, detail) => {
  const by = 'by' in after ? shop : admin
  const entries = [{ at: at(0), ...by, action, before: null, after }]
  expect(read({ ...nothing, entries })).toEqual([[sentence, detail]])
})
