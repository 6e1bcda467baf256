import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#platform/clock.ts'
import { listOrders } from '#shop/admin-orders/admin-orders.store.server.ts'
import { loadKitchen } from '#shop/kitchen/load-kitchen.server.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { supplyOf } from '#shop/papers/paper.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { boundsOfDay } from '#shop/values/kolkata-time.ts'
import {
  begin as beginCheckout,
  buy,
  comeBack,
  customLine,
  ordersOf,
  pay,
} from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let owner: string
let asha: { email: string; token: string }

const shopAddress = '12 Church Street, Bengaluru 560001'
const text = 'Sat 21 Nov, 10 am to 12 pm'
/** From 10 to 12, when nothing is delivered. */
const pickupSlots = (more: object = {}) =>
  everyDay({ kind: 'pickup', startMinute: 600, endMinute: 720, ...more })
/** The city's minimum is more than a cake: it is not for those who come. */
const withPickup = (more: object = {}) =>
  settings({
    zones: [newZone({ minimumPaise: 100_000 })],
    slots: [...everyDay(), ...pickupSlots(more)],
  })

/** No address, ₹850 for the cake and nothing else. */
const picked = { pickup: true, address: undefined, time: '2026-11-21T10:30', amount: 850 }

beforeAll(async () => {
  shop = await openTestShop()
  owner = (await shop.admin()).token
  asha = await shop.customer()
  await shop.addCake()
  expect((await saveSettings(shop, owner, withPickup())).status).toBe(200)
})
afterAll(() => shop.close())

const begin = (more: object = {}) =>
  beginCheckout(shop, asha.token, { checkoutId: crypto.randomUUID(), ...picked, ...more })

async function viewOrder(orderId: string) {
  const body = await ordersOf(shop, asha)
  const found = (body as ApiOrder[]).find(({ id }) => id === orderId)
  if (!found) throw new Error(`no order ${orderId}`)
  return found
}

describe('an order that is picked up', () => {
  let order: ApiOrder
  beforeAll(async () => {
    const { orderId } = await buy(shop, asha.token, { checkoutId: crypto.randomUUID(), ...picked })
    await shop.runJobs()
    order = await viewOrder(orderId)
  })

  it('has the shop’s address, its slot and no fee', () => {
    expect(order).toMatchObject({ pickup: true, address: shopAddress, shipping: 0 })
    expect(order.slot?.start).toBe('2026-11-21T04:30:00.000Z')
    expect(order.paidByCard).toBe(850)
  })

  it('says in its mail when and where it waits', () => {
    const mail = shop.mails.get(`order-placed-${order.id}`)?.text.replace(/\s+/g, ' ')
    expect(mail).toContain(`for pickup on ${text} (India time).`)
    expect(mail).toContain(`Pick up at: > ${shopAddress}`)
    expect(mail).not.toMatch(/deliver/i)
  })

  it('has an invoice without a delivery, taxed in the shop’s state', async () => {
    const [paper] = await papersOf(shop.context.db, [order.id])
    const { lines, isPickup, interstate } = paper?.content ?? {}
    expect(lines?.map(({ title }) => title)).toEqual(['Truffle Cake'])
    expect({ isPickup, interstate }).toEqual({ isPickup: true, interstate: false })
    expect(paper?.personal.address).toBe(`Picked up at ${shopAddress}`)
    const elsewhere = { ...shop.context.shop, address: '1 Hill Road,400050,Mumbai' }
    const row = await findOrder(shop.context.db, order.id)
    expect(row && supplyOf(row, elsewhere)).toMatchObject({ interstate: false })
  })

  it('is marked for the kitchen and for the driver', async () => {
    const { db, clock } = shop.context
    const kitchen = await loadKitchen(shop.context, '2026-11-21')
    expect(kitchen.items).toMatchObject([{ isPickup: true, hours: '10 am to 12 pm' }])
    const due = boundsOfDay('2026-11-21')
    expect(await listOrders({ db, now: clock.now() }, { due }, 5)).toMatchObject([
      { isPickup: true },
    ])
  })

  it('is the same order when it is sent again, whatever address is sent with it', async () => {
    const checkoutId = crypto.randomUUID()
    const first = await begin({ checkoutId })
    const second = await begin({ checkoutId, address: '12 Church Street,560001,Bengaluru' })
    expect(second.body.orderId).toBe(first.body.orderId)
    expect((await findOrder(shop.context.db, first.body.orderId))?.address).toBe(shopAddress)
  })

  it('may be a custom cake alone, with nothing to pay yet', async () => {
    const { status, body } = await begin({ order: [customLine], amount: 0 })
    expect(status).toBe(200)
    expect(body.placed).toBe(true)
    expect(await viewOrder(body.orderId)).toMatchObject({ shipping: 0, dueInCash: 0 })
  })

  it('has no way to go, though the shop is in a zone: a quote may say all but 15 minutes until its slot', async () => {
    await saveSettings(shop, owner, withPickup({ startMinute: 615 }))
    const { shop: details } = shop.context
    details.address = '12 Church Street,560001,Bengaluru'
    const time = '2026-11-22T10:30'
    const { orderId } = (await begin({ order: [customLine], amount: 0, time })).body
    details.address = shopAddress
    const [item] = (await viewOrder(orderId)).order
    const quote = { order: orderId, suborder: item?.id, data: 1, msg: 1450, leadHours: 48 }
    expect((await shop.post('/orders/confirmOrder', quote, owner)).status).toBe(200)
    await saveSettings(shop, owner, withPickup())
  })
})

describe('pickup', () => {
  it.each([
    ['a fee', { amount: 910 }, 409, 'amount', 'The total is now ₹850.'],
    ['a fee, and says so', { amount: 910 }, 409, 'fee', 'Pickup is free.'],
    ['a slot of delivery', { time: '2026-11-21T16:30' }, 422, 'time', /cannot be picked up at/],
    ['no time', { time: 'soon' }, 422, 'time', /cannot be picked up at/],
    ['what is neither yes nor no', { pickup: 'yes' }, 422, 'pickup', /./],
    [
      'delivery in a slot of pickup',
      { pickup: false, address: '12 Church Street,560001,Bengaluru', amount: 910 },
      422,
      'time',
      /don’t deliver at this/,
    ],
    ['delivery without an address', { pickup: false }, 422, 'address', /Enter the address/],
  ])('refuses %s', async (_, more, status, field, message) => {
    const refused = await begin(more)
    expect(refused.status).toBe(status)
    expect(refused.body.errors?.[field]).toMatch(message)
  })

  it('says a missing address beside what else is wrong', async () => {
    const { status, body } = await begin({ pickup: false, order: [] })
    expect(status).toBe(422)
    expect(Object.keys(body.errors ?? {}).sort()).toEqual(['address', 'order'])
  })

  it('is refused where no slot is for it', async () => {
    await saveSettings(shop, owner, settings())
    const message = 'Pickup isn’t available. Please choose delivery.'
    expect(await begin()).toMatchObject({ status: 422, body: { errors: { pickup: message } } })
  })

  it('is refused in a shop without zones, which has no slots', async () => {
    await saveSettings(shop, owner, settings({ zones: [], slots: pickupSlots() }))
    expect((await begin()).status).toBe(422)
  })

  it('costs what its slot does, and other free slots of pickup are named when it is gone', async () => {
    await saveSettings(shop, owner, withPickup({ surchargePaise: 2000, places: 1 }))
    const { body } = await begin({ time: '2026-11-22T10:00', amount: 870 })
    shop.wait(20 * minuteMs)
    await reconcile(shop.context)
    expect((await begin({ time: '2026-11-22T10:00', amount: 870 })).status).toBe(200)
    await pay(shop, body)
    expect((await comeBack(shop, asha.token, body.orderId)).body.state).toBe('expired')
    await shop.runJobs()
    const mail = shop.mails.get(`slot-gone-${body.orderId}`)?.text.replace(/\s+/g, ' ')
    expect(mail).toContain('its place on Sun 22 Nov, 10 am to 12 pm')
    expect(mail).toContain('Mon 23 Nov, 10 am to 12 pm')
    expect(mail).not.toContain('4 to 6 pm')
  })
})
