import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { itemStatuses } from '#shop/orders/item-status.ts'
import type { Order, OrderCharge, OrderItem, OrderPayment } from '#shop/orders/order.ts'
import { lawRates } from '#shop/values/gst/goods-rates.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { orderSummary } from './paper.ts'

const karnataka = { code: '29', name: 'Karnataka' }
const shop = { name: 'Cakewala', gst: 'regular', rates: lawRates, state: karnataka } as ShopDetails

const cake: OrderItem = {
  id: 'a',
  orderId: 'o',
  position: 0,
  cakeId: 'truffle',
  name: 'Truffle Cake',
  category: 'Chocolate',
  flavour: 'Cocoa',
  wt: '0.5',
  egg: 'Eggless',
  chosen: [],
  amount: 3,
  couponPaise: 0,
  bname: 'Happy Birthday Ravi',
  detail: '',
  customize: false,
  image: [],
  problem: '',
  status: 'processing',
  preparedAt: null,
  pricePaise: 850_00,
  unitPaise: 425_00,
  kitchenMinutes: 0,
}
const custom: OrderItem = {
  ...cake,
  name: 'Customized Cake',
  customize: true,
  egg: null,
  wt: '2',
  bname: '',
  amount: 1,
  pricePaise: 0,
  unitPaise: 0,
}
const shipping = { line: 'delivery', itemId: null, paise: 50_00, cause: 'placed' } as OrderCharge
const card = {
  method: 'provider',
  cause: 'online',
  status: 'succeeded',
  buys: { kind: 'order' },
} as OrderPayment
const paidByCard = (paise: number): OrderPayment[] => [{ ...card, paise }]
const order = {
  id: 'o',
  number: 1042,
  createdAt: new Date('2026-11-20T04:29:00Z'),
  placedAt: new Date('2026-11-20T04:30:00Z'),
  deliveryAt: new Date('2026-11-21T12:00:00Z'),
  slotStartsAt: null,
  slotEndsAt: null,
  isPickup: false,
  address: '12 Church Street,560001,Bengaluru',
  customerName: 'Asha Rao',
  customerMobile: '9876543210',
  customerEmail: 'asha@example.in',
  paymentMethod: 'provider',
  items: [cake],
  charges: [shipping],
  payments: paidByCard(1325_00),
} as unknown as Order

const summaryOf = (more: Partial<Order> = {}) => orderSummary({ ...order, ...more }, shop)

describe('an order summary', () => {
  it('says what an invoice would', () => {
    expect(summaryOf()).toMatchObject({
      kind: 'summary',
      serial: '',
      orderNumber: 1042,
      issuedAt: new Date('2026-11-20T04:30:00Z'),
      seller: { name: 'Cakewala', gst: 'regular', state: 'Karnataka' },
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
    expect(summaryOf({ items: [bare] }).lines[0]?.details).toEqual(['0.5 kg'])
  })
})

describe('a customised cake', () => {
  const cash = { paymentMethod: 'cash' as const, payments: [] }

  it.each(['processing', 'quoted'] as const)('counts nothing while it is %s', (status) => {
    const asked = { ...custom, status, unitPaise: 1800_00 }
    const { lines, dueInCash, awaitsPrice } = summaryOf({ ...cash, items: [asked] })
    expect(lines[0]).toMatchObject({
      details: ['Cocoa, 2 kg', 'Price on confirmation'],
      rate: null,
      amount: { total: 0 },
    })
    expect([dueInCash, awaitsPrice]).toEqual([50_00, true])
  })

  it.each(['accepted', 'completed'] as const)('counts its agreed price when %s', (status) => {
    const agreed = { ...custom, status, unitPaise: 1800_00 }
    const charges = [shipping, { ...shipping, line: 'item' as const, itemId: 'a', paise: 1800_00 }]
    const { lines, dueInCash, awaitsPrice } = summaryOf({ ...cash, items: [agreed], charges })
    expect(lines[0]).toMatchObject({ details: ['Cocoa, 2 kg'], rate: 1800_00 })
    expect([dueInCash, awaitsPrice]).toEqual([1850_00, false])
  })

  it.each(['rejected', 'declined', 'expired'] as const)('is not charged when %s', (status) => {
    const refused = { ...custom, status, unitPaise: 1800_00 }
    const { lines, total } = summaryOf({ items: [cake, refused] })
    expect(lines[1]).toMatchObject({
      details: ['Cocoa, 2 kg', 'Not made, not charged'],
      rate: null,
    })
    expect(total.total).toBe(1325_00)
  })

  it('of a price agreed beside cakes paid by card is due in cash', () => {
    const agreed = { ...custom, status: 'accepted' as const, unitPaise: 1800_00 }
    const charges = [{ ...shipping, paise: 1325_00 + 1800_00 }]
    expect(summaryOf({ items: [cake, agreed], charges }).dueInCash).toBe(1800_00)
  })
})

describe('an order that is off', () => {
  it('is marked, and nothing of it is due', () => {
    const items = [{ ...cake, status: 'cancelled' as const }]
    expect(summaryOf({ items })).toMatchObject({
      cancelled: true,
      total: { total: 1325_00 },
      dueInCash: 0,
    })
  })
})

it('is the sum of its lines, whatever the order', () => {
  const item = fc.record({
    amount: fc.integer({ min: 1, max: 99 }),
    unitPaise: fc.integer({ min: 0, max: 1_000_000 }),
    status: fc.constantFrom(...itemStatuses),
    customize: fc.boolean(),
  })
  const address = fc.constantFrom('a,560001,b', 'a,400050,b')
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 9 }), address, (items, address) => {
      const all = items.map((one) => ({ ...cake, ...one }))
      const { lines, total } = summaryOf({ items: all, address })
      expect(lines).toHaveLength(items.length + 1)
      expect(total.total).toBe(lines.reduce((sum, { amount }) => sum + amount.total, 0))
      expect(total.taxable + total.cgst + total.sgst + total.igst).toBe(total.total)
    }),
  )
})
