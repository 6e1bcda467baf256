import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { sumPaise } from '#shop/values/money.ts'
import {
  cancelledShipping,
  duePaise,
  givenBackPaise,
  lessDuePaise,
  netCharges,
  type OrderLedger,
  overpaidPaise,
  payableBy,
  payTimeText,
  refundedPaise,
  takenByMethod,
  takenPaise,
  takeOff,
  takeOffAll,
  waivedPaise,
} from './ledger.ts'

type Charge = OrderLedger['charges'][number]
type Payment = OrderLedger['payments'][number]

const charge = (itemId: string | null, paise: number, cause: Charge['cause']): Charge => ({
  line: itemId === null ? 'delivery' : 'item',
  itemId,
  paise,
  cause,
})
const payment = (
  paise: number,
  at: Exclude<Payment['cause'], 'online'> | 'checkout' | 'later',
  status: Payment['status'] = 'succeeded',
): Payment => ({
  method: at === 'door' || at === 'counter' ? 'cash' : 'provider',
  cause: at === 'checkout' || at === 'later' ? 'online' : at,
  status,
  paise,
  buys: at === 'checkout' ? { kind: 'order' } : at === 'later' ? { kind: 'quote' } : null,
})

/** A plain cake of ₹850, a customised one of ₹1,800 and the delivery; the card paid for the first and the last. */
const bought: OrderLedger = {
  charges: [
    charge('plain', 850_00, 'placed'),
    charge(null, 50_00, 'placed'),
    charge('custom', 1800_00, 'quoted'),
  ],
  payments: [payment(900_00, 'checkout')],
}
const withRows = (charges: Charge[], payments: Payment[] = []): OrderLedger => ({
  ...bought,
  charges: [...bought.charges, ...charges],
  payments: [...bought.payments, ...payments],
})

describe('what is due, and what goes back online', () => {
  const plainDropped = charge('plain', -850_00, 'dropped')
  const customDropped = charge('custom', -1800_00, 'dropped')
  const deposit = payment(500_00, 'later')
  const goodwill = charge('plain', -100_00, 'goodwill')
  it.each([
    ['as bought', bought, 1800_00, 0],
    ['nothing is paid', { ...bought, payments: [] }, 2700_00, 0],
    ['a paid cake is dropped: it lowers the rest', withRows([plainDropped]), 950_00, 0],
    ['the cake that is due is dropped', withRows([customDropped]), 0, 0],
    ['both are dropped', withRows([plainDropped, customDropped]), -850_00, 850_00],
    ['a part is waived', withRows([charge('custom', -300_00, 'waived')]), 1500_00, 0],
    [
      'a refund is requested, and charged less',
      withRows([goodwill], [payment(-100_00, 'refund', 'requested')]),
      1800_00,
      0,
    ],
    [
      'a refund came back, which is not made twice',
      withRows([goodwill], [payment(-100_00, 'refund', 'failed')]),
      1800_00,
      0,
    ],
    ['a bank took all of it', withRows([], [payment(-900_00, 'dispute')]), 1800_00, 0],
    [
      'a bank took a part, and then both are dropped',
      withRows([plainDropped, customDropped], [payment(-300_00, 'dispute')]),
      -850_00,
      600_00,
    ],
    ['a deposit was paid', withRows([], [deposit]), 1300_00, 0],
    [
      'more came than it costs by now',
      withRows([charge('custom', -1500_00, 'waived')], [deposit]),
      -200_00,
      200_00,
    ],
    [
      'a deposit was paid, and its cake is dropped',
      withRows([customDropped], [deposit]),
      -500_00,
      500_00,
    ],
    [
      'a second capture was refunded, and then all is dropped',
      withRows([plainDropped, customDropped], [deposit, payment(-500_00, 'refund', 'requested')]),
      -850_00,
      850_00,
    ],
    ['a deposit is not made yet', withRows([], [payment(500_00, 'later', 'started')]), 1800_00, 0],
    [
      'a payment is not made yet',
      { ...bought, payments: [payment(900_00, 'checkout', 'started')] },
      2700_00,
      0,
    ],
    ['all was taken at the door', withRows([], [payment(1800_00, 'door')]), 0, 0],
    ['too much was taken at the door', withRows([], [payment(2000_00, 'door')]), -200_00, 200_00],
    [
      'what was taken is given back by staff, once nothing is left online',
      { charges: [], payments: [payment(900_00, 'counter')] },
      -900_00,
      0,
    ],
  ])('%s', (_, order, due, overpaid) => {
    expect([duePaise(order), overpaidPaise(order)]).toEqual([due, overpaid])
  })

  it('by how much less is to be paid stops at nothing', () => {
    expect(lessDuePaise(bought, withRows([plainDropped]))).toBe(850_00)
    expect(lessDuePaise(bought, withRows([plainDropped, customDropped]))).toBe(1800_00)
  })

  it('what was given back of what was taken leaves nothing due, once it is credited', () => {
    const back = { ...payment(-300_00, 'refund'), method: 'cash' as const }
    const order = withRows(
      [charge('custom', -300_00, 'goodwill')],
      [payment(1800_00, 'door'), back],
    )
    const { payments } = order
    expect([takenPaise(order), duePaise(order), givenBackPaise(order)]).toEqual([
      ...[1500_00, 0, 300_00],
    ])
    expect([refundedPaise(order), overpaidPaise(order)]).toEqual([0, 0])
    expect(takenByMethod({ payments }).cashTakenPaise).toBe(1800_00)
  })

  it('what was waived before its line ended counts no more', () => {
    const waived = charge('custom', -300_00, 'waived')
    expect(waivedPaise(withRows([waived]))).toBe(300_00)
    expect(waivedPaise(withRows([waived, charge('custom', -1500_00, 'dropped')]))).toBe(0)
  })
})

describe('taking off', () => {
  const plain = (paise: number) => ({ line: 'item', itemId: 'plain', paise })
  const delivery = (paise: number) => ({ line: 'delivery', itemId: null, paise })
  const custom = (paise: number) => ({ line: 'item', itemId: 'custom', paise })

  it.each([
    ['what is paid', 90_00, 'paid' as const, [plain(-85_00), delivery(-5_00)]],
    ['what is due', 90_00, 'due' as const, [custom(-90_00)]],
    [
      'more than is paid',
      1000_00,
      'paid' as const,
      [plain(-850_00), delivery(-50_00), custom(-100_00)],
    ],
    [
      'more than is due',
      1890_00,
      'due' as const,
      [plain(-85_00), delivery(-5_00), custom(-1800_00)],
    ],
  ])('is in proportion, off %s', (_, paise, from, rows) => {
    expect(takeOff(bought, paise, from)).toEqual(rows)
  })

  it('what was charged first was paid first', () => {
    const deposit = withRows([], [payment(500_00, 'later')])
    expect(takeOff(deposit, 100_00, 'due')).toEqual([custom(-100_00)])
    expect(takeOff(deposit, 140_00, 'paid')).toEqual([
      plain(-85_00),
      delivery(-5_00),
      custom(-50_00),
    ])
  })

  it('is never more than is charged', () => {
    expect(() => takeOff(bought, 2700_01, 'paid')).toThrow(RangeError)
  })

  it('bit by bit leaves no line below 0, and all of it leaves nothing', () => {
    const chargedPaise = ({ charges }: OrderLedger) => sumPaise(charges)
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 8 }), (amounts) => {
        let order = bought
        for (const paise of amounts) {
          const before = chargedPaise(order)
          const off = Math.min(paise, before)
          const rows = takeOff(order, off, paise % 2 === 0 ? 'paid' : 'due')
          const charges = [
            ...order.charges,
            ...rows.map((row) => ({ ...row, cause: 'goodwill' as const })),
          ]
          order = { ...order, charges }
          expect(chargedPaise(order)).toBe(before - off)
          expect(Math.min(...netCharges(order).map((net) => net.paise))).toBeGreaterThanOrEqual(0)
        }
        const rest = takeOffAll(order).map((row) => ({ ...row, cause: 'cancelled' as const }))
        const cancelled = { ...order, charges: [...order.charges, ...rest] }
        expect(netCharges(cancelled).every(({ paise }) => paise === 0)).toBe(true)
      }),
    )
  })
})

describe('delivery that was cancelled', () => {
  const row = (paise: number, cause: Charge['cause'], event: string, hsn = '1905') => ({
    line: 'delivery' as const,
    itemId: null,
    paise,
    hsn,
    gstPercent: 5,
    cause,
    event,
  })

  it('is what the last cancelling took off, at all rates', () => {
    const charges = [
      row(60_00, 'placed', 'placed'),
      row(-10_00, 'waived', 'w'),
      row(-30_00, 'cancelled', 'c'),
      row(-20_00, 'cancelled', 'c', '1806'),
    ]
    expect(cancelledShipping({ charges })).toEqual([
      { line: 'delivery', itemId: null, paise: 50_00 },
    ])
  })

  it('is nothing where delivery is still charged', () => {
    const charges = [
      row(60_00, 'placed', 'placed'),
      row(-60_00, 'cancelled', 'c'),
      row(60_00, 'quoted', 'q'),
    ]
    expect(cancelledShipping({ charges })).toEqual([])
  })
})

it.each([
  ['razorpay', '11:00', '2026-11-20T12:00', undefined],
  ['upi', '11:00', '2026-11-20T15:00', undefined],
  ['upi', '11:00', '2026-11-20T13:00', '2026-11-20T13:00'],
  ['upi', '18:00', '2026-11-20T22:00', undefined],
  ['upi', '18:01', '2026-11-21T10:00', undefined],
  ['upi', '23:00', '2026-11-21T10:00', undefined],
  ['upi', '05:00', '2026-11-20T10:00', undefined],
])('a payment by %s that begins at %s can be made until %s', (provider, now, until, last) => {
  const at = kolkataToInstant(`2026-11-20T${now}`)
  const found = payableBy(provider, at, last ? kolkataToInstant(last) : undefined)
  expect(found).toEqual(kolkataToInstant(until))
})

it('a payment that staff look for has more time, and is said to', () => {
  expect(['upi', 'stripe'].map(payTimeText)).toEqual(['4 hours', 'an hour'])
})
