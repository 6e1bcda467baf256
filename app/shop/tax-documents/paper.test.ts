import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemStatuses } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { orderSummary } from './paper.ts'

const shop = { name: 'Cakewala', state: 'Karnataka', gstin: '29ABCDE1234F1Z5' } as ShopDetails

const cake: OrderItem = {
  id: 'a',
  cakeid: 'truffle',
  name: 'Truffle Cake',
  category: 'Chocolate',
  flavour: 'Cocoa',
  wt: '0.5',
  egg: 'Eggless',
  amount: 3,
  bname: 'Happy Birthday Ravi',
  detail: '',
  customize: false,
  image: [],
  problem: '',
  quote: null,
  isConfirmed: 'processing',
  preparedAt: null,
  price: 850,
  subtotal: 1275,
}
const custom: OrderItem = {
  ...cake,
  name: 'Customized Cake',
  customize: true,
  egg: null,
  wt: '2',
  bname: '',
  amount: 1,
  price: 0,
  subtotal: 0,
}
const order: Order = {
  id: 'o',
  number: 1042,
  created_at: '2026-11-20T04:30:00.000Z',
  time: '2026-11-21T12:00:00.000Z',
  address: '12 Church Street,560001,Bengaluru',
  user: { name: 'Asha Rao', mobileno: '9876543210', email: 'asha@example.in' },
  order: [cake],
  subtotal: 1275,
  shipping: 50,
  paidByCard: 1325,
  dueInCash: 0,
  refunded: 0,
  canCancel: true,
  fulfilment: 'placed',
  locksAt: '2026-11-24T09:00:00.000Z',
  riderNote: '',
}

const summaryOf = (more: Partial<Order> = {}) => orderSummary({ ...order, ...more }, shop)

describe('an order summary', () => {
  it('says what an invoice would', () => {
    expect(summaryOf()).toMatchObject({
      kind: 'summary',
      serial: '',
      orderNumber: 1042,
      issuedAt: new Date('2026-11-20T04:30:00Z'),
      seller: shop,
      buyer: {
        name: 'Asha Rao',
        address: '12 Church Street, 560001, Bengaluru',
        mobile: '9876543210',
        email: 'asha@example.in',
        state: { code: '29', name: 'Karnataka' },
      },
      interstate: false,
      lines: [
        {
          title: 'Truffle Cake',
          details: ['Cocoa, 0.5 kg, Eggless', 'Name on cake: Happy Birthday Ravi'],
          quantity: 3,
          rate: 425_00,
          amount: { taxable: 1214_28, cgst: 30_36, sgst: 30_36, igst: 0, total: 1275_00 },
        },
        {
          title: 'Delivery',
          details: [],
          quantity: null,
          rate: 50_00,
          amount: { taxable: 47_62, cgst: 1_19, sgst: 1_19, igst: 0, total: 50_00 },
        },
      ],
      total: { taxable: 1261_90, cgst: 31_55, sgst: 31_55, igst: 0, total: 1325_00 },
      paidByCard: 1325_00,
      dueInCash: 0,
      awaitsPrice: false,
      cancelled: false,
    })
  })

  it('bears IGST where it goes to another state', () => {
    const { interstate, buyer, total } = summaryOf({ address: '12 Hill Road,400050,Mumbai' })
    expect([interstate, buyer.state]).toEqual([true, { code: '27', name: 'Maharashtra' }])
    expect(total).toEqual({ taxable: 1261_91, cgst: 0, sgst: 0, igst: 63_09, total: 1325_00 })
  })

  it('leaves out what an order has not: name, flavour, egg', () => {
    const bare = { ...cake, bname: '', flavour: '', egg: null }
    expect(summaryOf({ order: [bare] }).lines[0]?.details).toEqual(['0.5 kg'])
  })
})

describe('a customised cake', () => {
  const cash = { paidByCard: 0, subtotal: 0 }

  it.each(['processing', 'quoted'] as const)('counts nothing while it is %s', (isConfirmed) => {
    const asked = { ...custom, isConfirmed, price: 1800, subtotal: 1800 }
    const { lines, dueInCash, awaitsPrice } = summaryOf({ ...cash, order: [asked] })
    expect(lines[0]).toMatchObject({
      details: ['Cocoa, 2 kg', 'Price on confirmation'],
      rate: null,
      amount: { total: 0 },
    })
    expect([dueInCash, awaitsPrice]).toEqual([50_00, true])
  })

  it.each(['accepted', 'completed'] as const)('counts its agreed price when %s', (isConfirmed) => {
    const agreed = { ...custom, isConfirmed, price: 1800, subtotal: 1800 }
    const { lines, dueInCash, awaitsPrice } = summaryOf({ ...cash, order: [agreed] })
    expect(lines[0]).toMatchObject({ details: ['Cocoa, 2 kg'], rate: 1800_00 })
    expect([dueInCash, awaitsPrice]).toEqual([1850_00, false])
  })

  it.each(['rejected', 'declined', 'expired'] as const)('is not charged when %s', (isConfirmed) => {
    const refused = { ...custom, isConfirmed, price: 1800, subtotal: 1800 }
    const { lines, total } = summaryOf({ order: [cake, refused] })
    expect(lines[1]).toMatchObject({
      details: ['Cocoa, 2 kg', 'Not made, not charged'],
      rate: null,
    })
    expect(total.total).toBe(1325_00)
  })

  it('of a price agreed beside cakes paid by card is due in cash', () => {
    const agreed = { ...custom, isConfirmed: 'accepted' as const, price: 1800, subtotal: 1800 }
    expect(summaryOf({ order: [cake, agreed] }).dueInCash).toBe(1800_00)
  })
})

describe('an order that is off', () => {
  it('is marked, and nothing of it is due', () => {
    const order = [{ ...cake, isConfirmed: 'cancelled' as const }]
    expect(summaryOf({ order, refunded: 1325 })).toMatchObject({
      cancelled: true,
      total: { total: 1325_00 },
      dueInCash: 0,
    })
  })
})

it('is the sum of its lines, whatever the order', () => {
  const item = fc.record({
    amount: fc.integer({ min: 1, max: 99 }),
    subtotal: fc.integer({ min: 0, max: 10_000_000 }).map((paise) => paise / 100),
    isConfirmed: fc.constantFrom(...itemStatuses),
    customize: fc.boolean(),
  })
  const address = fc.constantFrom('a,560001,b', 'a,400050,b')
  fc.assert(
    fc.property(fc.array(item, { maxLength: 9 }), address, (items, address) => {
      const order = items.map((one) => ({ ...cake, ...one }))
      const { lines, total, cancelled, dueInCash, paidByCard } = summaryOf({ order, address })
      expect(lines).toHaveLength(items.length + 1)
      expect(total.total).toBe(lines.reduce((sum, { amount }) => sum + amount.total, 0))
      expect(total.taxable + total.cgst + total.sgst + total.igst).toBe(total.total)
      expect(dueInCash).toBe(cancelled ? 0 : total.total - paidByCard)
    }),
  )
})
