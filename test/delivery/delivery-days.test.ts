import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOrders } from '#shop/admin-orders/admin-orders.store.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { dayLoad, overBy } from '#shop/delivery/day-load.ts'
import { readLoadRows } from '#shop/delivery/delivery.store.server.ts'
import { deliveryLoads } from '#shop/delivery/delivery.tables.server.ts'
import { usualDay } from '#shop/delivery/delivery-plan.ts'
import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { statusesToMake } from '#shop/orders/item-status.ts'
import { begin, buy, customLine, truffleLine } from '../support/checkout-steps.ts'
import { everyDay, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let manager: string
let asha: string

const day = '2026-11-21'
const slots = everyDay({ places: 2 })
const slotId = slots[6]?.id ?? ''
const night = everyDay({
  startMinute: 1380,
  endMinute: 1440,
  kind: 'midnight',
  bakesDayBefore: true,
})

beforeAll(async () => {
  shop = await openTestShop()
  manager = (await shop.staff('manager')).token
  asha = (await shop.customer()).token
  await shop.addCake()
})
afterAll(() => shop.close())

const order = (more: object = {}) =>
  buy(shop, asha, { checkoutId: crypto.randomUUID(), amount: 910, ...more })
const saveDay = (more: object) =>
  shop.post<{ message: string }>('/delivery/day', { ...usualDay(day), ...more }, manager)

describe('the orders of a day', () => {
  let before: number
  const ordersOfDay = async (workOf: string) => {
    const read = { db: shop.context.db, now: shop.context.clock.now() }
    const found = await listOrders(read, { workOf, has: statusesToMake }, 50)
    return found.map(({ number, items, ...time }) => ({
      number,
      when: deliveryText(time),
      cakes: items.length,
    }))
  }

  it('are there without a zone, and stay when zones come', async () => {
    before = (await order({ amount: 900, order: [truffleLine, customLine] })).number
    expect(await ordersOfDay(day)).toEqual([
      {
        number: before,
        when: 'Sat 21 Nov, 5:30 pm',
        cakes: 2,
      },
    ])
    const saved = settings({ slots: [...slots, ...night] })
    expect((await saveSettings(shop, manager, saved)).status).toBe(200)
  })

  it('are those delivered on it and those made on it, in the order of their times', async () => {
    const midnight = await order({ time: '2026-11-22T23:30' })
    const evening = await order({ time: '2026-11-21T17:00' })
    await order({ time: '2026-11-20T17:00' })
    // Not paid yet.
    await begin(shop, asha, { checkoutId: crypto.randomUUID(), amount: 910 })
    const orders = await ordersOfDay(day)
    expect(orders.map(({ number }) => number)).toEqual([evening.number, before, midnight.number])
    expect(orders[0]?.when).toBe('Sat 21 Nov, 4 to 6 pm')
    expect((await ordersOfDay('2026-11-22')).map(({ number }) => number)).toEqual([midnight.number])
    const cancel = { orderId: midnight.orderId, email: 'asha@example.in' }
    expect((await shop.post('/orders/cancelOrders', cancel, asha)).status).toBe(200)
    expect(await ordersOfDay('2026-11-22')).toEqual([])
  })

  it('are not cancelled when it is closed', async () => {
    const orders = await ordersOfDay(day)
    const { status, body } = await saveDay({ closedReason: 'Diwali' })
    expect([status, body.message]).toEqual([200, 'The day is closed.'])
    expect(await ordersOfDay(day)).toEqual(orders)
  })
})

describe('a day that two owners change at once', () => {
  const other = '2026-11-24'
  const evening = slots[2]?.id ?? ''
  const save = (changes: object) =>
    shop.post<{ message: string }>('/delivery/day', { day: other, ...changes }, manager)
  const saved = () => shop.context.deliveryPlan.current().days.get(other)

  it('stays closed when one of them only adds a place', async () => {
    expect((await save({ closedReason: 'Diwali' })).status).toBe(200)
    expect((await save({ places: { [evening]: 1 } })).body.message).toBe('The day is saved.')
    expect(saved()).toMatchObject({ closedReason: 'Diwali', places: { [evening]: 1 } })
  })

  it('keeps its limits when one of them only opens it', async () => {
    await save({ kitchenMinutes: 300 })
    await save({ closedReason: null })
    expect(saved()).toEqual({
      day: other,
      closedReason: null,
      kitchenMinutes: 300,
      places: { [evening]: 1 },
    })
  })

  it('has the places of both, until they are null: as usual', async () => {
    await save({ places: { [slotId]: 0 } })
    expect(saved()?.places).toEqual({ [evening]: 1, [slotId]: 0 })
    await save({ places: { [evening]: null } })
    expect(saved()?.places).toEqual({ [slotId]: 0 })
  })

  it('has in the audit log what was there and what is', async () => {
    const entries = await shop.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, other))
      .orderBy(auditLog.id)
    expect(entries[0]?.before).toMatchObject({ closedReason: null, places: {} })
    for (const [index, { before }] of entries.entries()) {
      if (index > 0) expect(before).toEqual(entries[index - 1]?.after)
    }
    expect(entries).toHaveLength(6)
  })

  it('keeps all of it when both save in the same moment', async () => {
    const changes = [{ kitchenMinutes: 200 }, { closedReason: 'Holi' }, { places: { [slotId]: 1 } }]
    const answers = await Promise.all(changes.map(save))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(saved()).toEqual({
      day: other,
      closedReason: 'Holi',
      kitchenMinutes: 200,
      places: { [slotId]: 1 },
    })
  })
})

describe('the limits of a day', () => {
  it('may be below what is taken, and say by how much', async () => {
    const { db, deliveryPlan } = shop.context
    expect((await saveDay({ places: { [slotId]: 0 } })).status).toBe(200)
    const load = dayLoad(deliveryPlan.current(), day, await readLoadRows(db, day, day))
    const [evening] = load.slots
    expect(evening).toMatchObject({ taken: 2, limit: 0 })
    expect(evening && overBy(evening)).toBe(2)
  })

  it('go above the usual with a reason only, which stands in the audit log', async () => {
    const refused = await saveDay({ places: { [slotId]: 3 } })
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors ?? {})).toEqual(['reason'])
    expect(shop.context.deliveryPlan.current().days.get(day)?.places).toEqual({ [slotId]: 0 })

    const reason = 'Meera comes in to help'
    expect((await saveDay({ places: { [slotId]: 3 }, reason })).status).toBe(200)
    const entries = await shop.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'save-day'))
    expect(entries.at(-1)).toMatchObject({
      subjectId: day,
      actorRole: 'manager',
      before: { places: { '4 to 6 pm (standard)': 0 } },
      after: { places: { '4 to 6 pm (standard)': 3 }, reason },
    })
  })

  it('let one more order in', async () => {
    const wanted = { checkoutId: crypto.randomUUID(), amount: 910, time: '2026-11-21T17:00' }
    expect((await begin(shop, asha, wanted)).status).toBe(200)
    const next = { ...wanted, checkoutId: crypto.randomUUID() }
    expect((await begin(shop, asha, next)).status).toBe(409)
    const rows = await shop.context.db
      .select()
      .from(deliveryLoads)
      .where(eq(deliveryLoads.resource, slotId))
    expect(rows).toEqual([{ day, resource: slotId, taken: 3 }])
  })
})
