import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cancelledShipping,
  cashPaise,
  collectPaise,
  givenBackPaise,
  netCharges,
  type OrderLedger,
  openPaise,
  overpaidPaise,
  paidAheadPaise,
  prepaidPaise,
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

/** A plain cake of ₹850, a customised one of ₹1,800 and the delivery, of which the card paid the first and the last. */
const bought: OrderLedger = {
  paymentMethod: 'provider',
  items: [
    { id: 'plain', customize: false },
    { id: 'custom', customize: true },
  ],
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

describe('what is due, and what is overpaid', () => {
  it.each([
    ['as bought', bought, 1800_00, 0],
    ['all in cash', { ...bought, paymentMethod: 'cash' as const, payments: [] }, 2700_00, 0],
    ['the plain cake is dropped', withRows([charge('plain', -850_00, 'dropped')]), 1800_00, 850_00],
    [
      'a part of the custom cake is waived',
      withRows([charge('custom', -300_00, 'waived')]),
      1500_00,
      0,
    ],
    [
      'a goodwill refund is requested',
      withRows([charge('plain', -100_00, 'goodwill')], [payment(-100_00, 'refund', 'requested')]),
      1800_00,
      0,
    ],
    [
      'a refund came back, which is not made twice',
      withRows([charge('plain', -100_00, 'goodwill')], [payment(-100_00, 'refund', 'failed')]),
      1800_00,
      0,
    ],
    ['a bank took all of it', withRows([], [payment(-900_00, 'dispute')]), 1800_00, 0],
    [
      'a bank took a part, and then the cake is dropped',
      withRows([charge('plain', -850_00, 'dropped')], [payment(-300_00, 'dispute')]),
      1800_00,
      600_00,
    ],
    [
      'a deposit was paid for the custom cake',
      withRows([], [payment(500_00, 'later')]),
      1800_00,
      0,
    ],
    [
      'more came than the custom cake costs by now',
      withRows([charge('custom', -1500_00, 'waived')], [payment(500_00, 'later')]),
      300_00,
      200_00,
    ],
    [
      'a deposit was paid, and the custom cake is not made',
      withRows([charge('custom', -1800_00, 'dropped')], [payment(500_00, 'later')]),
      0,
      500_00,
    ],
    [
      'a deposit was paid, and the plain cake is dropped',
      withRows([charge('plain', -850_00, 'dropped')], [payment(500_00, 'later')]),
      1800_00,
      850_00,
    ],
    ['a deposit is not made yet', withRows([], [payment(500_00, 'later', 'started')]), 1800_00, 0],
    [
      'a payment is not made yet',
      { ...bought, payments: [payment(900_00, 'checkout', 'started')] },
      1800_00,
      0,
    ],
  ])('%s', (_, order, due, overpaid) => {
    expect([cashPaise(order), overpaidPaise(order)]).toEqual([due, overpaid])
  })

  it('what was taken at the door and at the counter is not open', () => {
    const order = withRows([], [payment(1700_00, 'door'), payment(100_00, 'counter')])
    expect([takenPaise(order), openPaise(order), refundedPaise(order)]).toEqual([1800_00, 0, 0])
  })

  it.each([
    ['nothing is taken', [], 1800_00],
    ['all was paid at the counter', [payment(1800_00, 'counter')], 0],
    ['it costs more by now', [payment(1500_00, 'counter')], 300_00],
    ['it costs less by now', [payment(2000_00, 'counter')], 0],
    // As it was due, whether or not it was taken.
    ['it was handed over', [payment(1800_00, 'door')], 1800_00],
  ])('what is asked for at the hand-over: %s', (_, payments, asked) => {
    expect(collectPaise(withRows([], payments))).toBe(asked)
  })

  it('what was given back of it is not open either, once it is credited', () => {
    const back = { ...payment(-300_00, 'refund'), method: 'cash' as const }
    const order = withRows(
      [charge('custom', -300_00, 'goodwill')],
      [payment(1800_00, 'door'), back],
    )
    const { payments } = order
    expect([takenPaise(order), openPaise(order), givenBackPaise(order)]).toEqual([
      ...[1500_00, 0, 300_00],
    ])
    expect([refundedPaise(order), overpaidPaise(order)]).toEqual([0, 0])
    expect(takenByMethod({ payments }).cashTakenPaise).toBe(1800_00)
  })

  it('what was paid ahead is not collected again', () => {
    const deposit = withRows([], [payment(500_00, 'later')])
    expect([paidAheadPaise(deposit), openPaise(deposit)]).toEqual([500_00, 1300_00])
    const refunded = withRows([], [payment(500_00, 'later'), payment(-500_00, 'refund')])
    expect([paidAheadPaise(refunded), openPaise(refunded)]).toEqual([0, 1800_00])
  })

  it('what was waived before its line ended counts no more', () => {
    const waived = charge('custom', -300_00, 'waived')
    expect(waivedPaise(withRows([waived]))).toBe(300_00)
    expect(waivedPaise(withRows([waived, charge('custom', -1500_00, 'dropped')]))).toBe(0)
  })
})

describe('taking off', () => {
  it('is in proportion, from what is due or from what was paid', () => {
    expect(takeOff(bought, 90_00, 'prepaid')).toEqual([
      { line: 'item', itemId: 'plain', paise: -85_00 },
      { line: 'delivery', itemId: null, paise: -5_00 },
    ])
    expect(takeOff(bought, 90_00, 'due')).toEqual([
      { line: 'item', itemId: 'custom', paise: -90_00 },
    ])
  })

  it('is never more than is charged', () => {
    expect(() => takeOff(bought, 900_01, 'prepaid')).toThrow(RangeError)
  })

  it('bit by bit leaves no line below 0, and all of it leaves nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 8 }), (amounts) => {
        let order = bought
        for (const paise of amounts) {
          const before = prepaidPaise(order)
          const off = Math.min(paise, before)
          const rows = takeOff(order, off, 'prepaid')
          const charges = [
            ...order.charges,
            ...rows.map((row) => ({ ...row, cause: 'goodwill' as const })),
          ]
          order = { ...order, charges }
          expect(prepaidPaise(order)).toBe(before - off)
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
