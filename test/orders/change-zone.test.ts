import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/durations.ts'
import type { DeliveryOptions } from '#shop/delivery/delivery.endpoints.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import { payPath } from '#shop/orders/links/pay-link.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { papersOf } from '#shop/orders/papers/papers.store.server.ts'
import { forgetInOrders } from '#shop/privacy/delete-account/forget-in-orders.store.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import { buy, checkoutOf, payByLink, type Started } from '../support/checkout-steps.ts'
import { everyDay, newZone, saveSettings, settings, wrongPlaces } from '../support/delivery.ts'
import { tableContents } from '../support/table-contents.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let owner: { token: string }
let orderId: string

const afternoon = { startMinute: 16 * 60, endMinute: 18 * 60 }
const evening = { startMinute: 18 * 60, endMinute: 20 * 60, surchargePaise: 9900 }
const slots = [...everyDay(afternoon), ...everyDay(evening)]
const time = '2026-11-21T17:00'

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake({ leadHours: 3 })
  asha = await shop.customer()
  owner = await shop.admin()
  await open({})
})

afterEach(async () => {
  expect(await wrongPlaces(shop)).toEqual([])
  expect(await contradictions(shop)).toEqual([])
  await shop.close()
})

/** The city at ₹60, its suburbs at ₹150, and Mumbai at ₹10. */
function open(suburbs: object) {
  const zones = [
    newZone({ name: 'City', takesCash: true }),
    newZone({ name: 'Suburbs', pincodes: ['5601'], feePaise: 15_000, ...suburbs }),
    newZone({ name: 'Mumbai', pincodes: ['4000'], feePaise: 1000 }),
    newZone({ name: 'Thane', pincodes: ['4001'], feePaise: 15_000 }),
  ]
  const usual = { ...settings().usual, cashLimitPaise: 300_000 }
  return saveSettings(shop, owner.token, settings({ zones, slots, usual }))
}

const inSuburbs = { address: { address: '7 Lake Road', pincode: '560100' } }
const inMumbai = { address: { address: '7 Hill Road', pincode: '400050', city: 'Mumbai' } }

async function buyOnline() {
  orderId = (await buy(shop, asha.token, { time, amount: 910 })).orderId
}

async function buyInCash() {
  await shop.verify(asha.email)
  const cash = checkoutOf({ time, amount: 910, cash: true })
  orderId = (await shop.post<Started>('/orders/process-payment', cash, asha.token)).body.orderId
}

const move = (changes: object) =>
  shop.post<{ message: string }>('/orders/changeOrder', { orderId, ...changes }, asha.token)

async function orderNow() {
  const { email, token } = asha
  const { body } = await shop.post<ApiOrder[]>('/orders/viewOrders', { email }, token)
  const stored = await findOrder(shop.context.db, orderId)
  return { ...body[0], zone: stored?.zone, address: stored?.address }
}

async function payForIt() {
  const url = payPath(shop.context, orderId)
  return (await payByLink(shop, url)).state
}

async function papers() {
  const found = await papersOf(shop.context.db, [orderId])
  return found.map(({ kind, totalPaise }) => [kind, totalPaise])
}

async function refusedFields(changes: object) {
  const before = await tableContents(shop.context.db)
  const { status, body } = await move(changes)
  expect(await tableContents(shop.context.db)).toEqual(before)
  return [status, Object.keys((body as { errors?: object }).errors ?? {})]
}

describe('a dearer zone', () => {
  it('of an order that is paid online is paid first, and only then is the address another', async () => {
    await buyOnline()
    const { body } = await move({ ...inSuburbs, riderNote: 'Gate 2' })
    expect(body.message).toBe(
      'Your order is changed. What costs more waits for your payment of ₹90, within an hour: see your order.',
    )
    const address = '12 Church Street,560001,Bengaluru'
    expect(await orderNow()).toMatchObject({ zone: 'City', address, riderNote: 'Gate 2' })
    expect(await payForIt()).toBe('placed')
    expect(await orderNow()).toMatchObject({
      ...{ zone: 'Suburbs', address: '7 Lake Road,560100,Bengaluru' },
      ...{ shipping: 150, paidByCard: 1000, dueInCash: 0 },
    })
    expect(await papers()).toEqual([
      ['invoice', 91_000],
      ['invoice', 9000],
    ])
  })

  it('is had with a dearer time for one payment', async () => {
    await buyOnline()
    await move({ ...inSuburbs, time: '2026-11-21T19:00' })
    expect(await payForIt()).toBe('placed')
    const shipping = 150 + 99
    expect(await orderNow()).toMatchObject({ zone: 'Suburbs', shipping, paidByCard: 1099 })
  })

  it('is due at the door where cash is taken there, and otherwise not to be had', async () => {
    await buyInCash()
    expect(await refusedFields(inSuburbs)).toEqual([409, ['address.pincode']])
    await open({ takesCash: true })
    expect((await move(inSuburbs)).body.message).toBe(
      'Your order is changed. You pay ₹90 more in cash.',
    )
    expect(await orderNow()).toMatchObject({ zone: 'Suburbs', dueInCash: 1000 })
  })

  it('leaves nothing of its address once the account is deleted', async () => {
    await buyOnline()
    await move(inSuburbs)
    const stored = async () => JSON.stringify(await findOrder(shop.context.db, orderId))
    expect(await stored()).toContain('7 Lake Road')
    const order = await findOrder(shop.context.db, orderId)
    await shop.context.db.transaction((tx) => forgetInOrders(tx, order?.userId ?? ''))
    expect(await stored()).not.toContain('7 Lake Road')
  })
})

it('a dearer zone in another state is on papers for that state alone', async () => {
  await open({})
  await buyOnline()
  const dearer = { ...inMumbai, address: { ...inMumbai.address, pincode: '400150' } }
  expect((await move(dearer)).status).toBe(200)
  expect(await payForIt()).toBe('placed')
  const found = await papersOf(shop.context.db, [orderId])
  const signed = found.map(({ kind, totalPaise, content }) => [
    content.state.code,
    kind === 'invoice' ? totalPaise : -totalPaise,
  ])
  const inState = (code: string) =>
    signed.reduce((sum, [state, paise]) => (state === code ? sum + Number(paise) : sum), 0)
  expect([inState('29'), inState('27')]).toEqual([0, 1000_00])
})

it('the street that was corrected meanwhile stays', async () => {
  await buyOnline()
  await move({ address: { pincode: '560100' } })
  await move({ address: { address: '9 Church Street' } })
  await payForIt()
  expect(await orderNow()).toMatchObject({ address: '9 Church Street,560100,Bengaluru' })
})

it('a cheaper zone in another state gives the difference back, on papers for that state', async () => {
  await buyOnline()
  const { body } = await move(inMumbai)
  expect(body.message).toMatch(/^Your order is changed\. We’ve refunded ₹50.* for Maharashtra\.$/)
  expect(await orderNow()).toMatchObject({ zone: 'Mumbai', shipping: 10, refunded: 50 })
  const kinds = (await papers()).map(([kind]) => kind)
  expect(kinds.toSorted()).toEqual(['credit-note', 'credit-note', 'invoice', 'invoice'])
})

it.each([
  ['below its minimum', { minimumPaise: 100_000 }, ['address.pincode']],
  ['that is delivered to from the next day on', { isFar: true }, ['time']],
])('a zone is not to be had %s', async (_, suburbs, fields) => {
  await buyOnline()
  shop.wait(22 * hourMs)
  await open(suburbs)
  expect((await refusedFields(inSuburbs))[1]).toEqual(fields)
})

it('has its own times', async () => {
  await buyOnline()
  const states = async (more = '') =>
    (
      await shop.get<DeliveryOptions>(`/orders/slots?orderId=${orderId}&days=1${more}`, asha.token)
    ).body.days.flatMap((day) => day.slots.map(({ state }) => state))
  shop.wait(22 * hourMs)
  await open({ isFar: true })
  expect(await states('&pincode=560100')).not.toEqual(await states())
  expect(await states('&pincode=999999')).toEqual([])
})
