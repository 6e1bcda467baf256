import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import { loadMonth } from '#shop/accounting/month/read-month.server.ts'
import { personByEmail } from '#shop/accounts/accounts.store.server.ts'
import type { DeliveryOptions } from '#shop/delivery/delivery.schema.ts'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { papersOf } from '#shop/papers/papers.store.server.ts'
import { forgetPerson } from '#shop/privacy/personal-rows.store.server.ts'
import { contradictions } from '../support/cash-orders.ts'
import { buy, checkOut, ordersOf, payByLink } from '../support/checkout-steps.ts'
import {
  everyDay,
  migrateOrders,
  newZone,
  saveSettings,
  settings,
  wrongPlaces,
} from '../support/delivery.ts'
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

const [cityId, suburbsId, mumbaiId, thaneId] = [1, 2, 3, 4].map(() => newZone().id)

/** The city at ₹60, its suburbs at ₹150, and Mumbai at ₹10. */
function open(suburbs: object, city: object = {}) {
  const zones = [
    newZone({ id: cityId, name: 'City', takesCash: true, ...city }),
    newZone({ id: suburbsId, name: 'Suburbs', pincodes: ['5601'], feePaise: 15_000, ...suburbs }),
    newZone({ id: mumbaiId, name: 'Mumbai', pincodes: ['4000'], feePaise: 1000 }),
    newZone({ id: thaneId, name: 'Thane', pincodes: ['4001'], feePaise: 15_000 }),
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
  const { body } = await checkOut(shop, asha.token, { time, amount: 910, cash: true })
  orderId = body.orderId
}

const move = (changes: object) =>
  shop.post<{ message: string }>('/orders/changeOrder', { orderId, ...changes }, asha.token)

async function orderNow() {
  const body = await ordersOf(shop, asha)
  const stored = await findOrder(shop.context.db, orderId)
  const zone = shop.context.deliveryPlan.current().zones.find(({ id }) => id === stored?.zoneId)
  return { ...body[0], zone: zone?.name, address: stored?.address }
}

const payForIt = async () => (await payByLink(shop, payPath(shop.context, orderId))).state

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
      'Your order is changed. What is paid first waits for your payment of ₹90, within an hour: see your order.',
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

  it('is due at the door where cash is taken there, and otherwise waits until all is paid', async () => {
    await buyInCash()
    expect((await move(inSuburbs)).body.message).toMatch(/^What is paid first waits .* ₹1,000,/)
    expect(await orderNow()).toMatchObject({ zone: 'City', dueInCash: 910 })
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
    const person = await personByEmail(shop.context.db, asha.email)
    await shop.context.db.transaction(async (tx) => person && forgetPerson(tx, person))
    expect(await stored()).not.toContain('7 Lake Road')
  })
})

describe('the zone of an order', () => {
  const [street, later] = [{ address: { address: '9 Church Street' } }, '2026-11-21T19:00']
  const slots = async () =>
    (await shop.get(`/orders/slots?orderId=${orderId}&days=1`, asha.token)).status
  /** Saves it as the schema allows, and then changes street and time. */
  async function changeAfter(suburbs: object, city: object) {
    await buyOnline()
    expect((await open(suburbs, city)).status).toBe(200)
    const changed = [(await move(street)).status, await slots()]
    await move({ time: later })
    return [...changed, await payForIt()]
  }

  it.each([
    ['may be renamed', {}, { name: 'Centre' }],
    ['may have the name of another', { name: 'City' }, {}],
    [
      'stays its own where its pincode is in another by now',
      { pincodes: ['5600'] },
      { pincodes: ['5602'] },
    ],
  ])('%s', async (_, suburbs, city) => {
    expect(await changeAfter(suburbs, city)).toEqual([200, 200, 'placed'])
    expect(await orderNow()).toMatchObject({
      shipping: 159,
      ...{ address: '9 Church Street,560001,Bengaluru' },
    })
  })

  it('is told from another of its name: the way there is priced, and cash taken only where it is', async () => {
    await buyInCash()
    await open({ name: 'City' })
    expect((await move(inSuburbs)).body.message).toMatch(/^What is paid first waits/)
    await open({ name: 'City', takesCash: true })
    expect((await move(inSuburbs)).body.message).toMatch(/You pay ₹90 more in cash/)
    expect((await move({ riderNote: 'Gate 2' })).status).toBe(200)
  })

  it('is called as it is called today in the sales, with its pincodes if another has its name', async () => {
    await buyOnline()
    const sales = async () => {
      const by = new URLSearchParams({ month: '2026-11', by: 'zone' })
      return (await loadMonth(shop.context, by)).sales?.rows.map(({ name }) => name)
    }
    await open({}, { name: 'Centre' })
    expect(await sales()).toEqual(['Centre'])
    await open({ name: 'Centre' }, { name: 'Centre', pincodes: ['5600', '5602'] })
    expect(await sales()).toEqual(['Centre (5600, 5602)'])
    await saveSettings(shop, owner.token, settings())
    expect(await sales()).toEqual(['City'])
  })

  it('is gone: its time cannot be changed, but what the rider needs can', async () => {
    await buyOnline()
    await open({ pincodes: ['5600'] }, { pincodes: ['5602'], active: false })
    expect(await refusedFields({ time: later })).toEqual([409, ['time']])
    expect((await move(street)).status).toBe(200)
  })
})

it('the migration finds the zone of an order by its name, and by its pincode among several of a name', async () => {
  await buyOnline()
  await open({ name: 'City' })
  const { db } = shop.context
  async function migrated(name: string, pincode = '560001') {
    const address = `Shop 5,560100,Old Road,${pincode},Bengaluru`
    await db.execute(sql`update orders set zone_id = null, zone = ${name}, address = ${address}`)
    await migrateOrders(shop)
    return (await findOrder(db, orderId))?.zoneId
  }
  expect(await migrated('City')).toBe(cityId)
  expect(await migrated('City', '560100')).toBe(suburbsId)
  expect(await migrated('Mumbai')).toBe(mumbaiId)
  const gone = await migrated('Centre')
  expect([cityId, suburbsId, mumbaiId, thaneId, null]).not.toContain(gone)
  expect(await migrated('Centre', '560100')).toBe(gone)
  await db.execute(sql`update orders set zone_id = ${cityId}`)
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
