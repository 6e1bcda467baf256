import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hourMs } from '#platform/clock.ts'
import {
  loadKitchen,
  remindKitchen,
  remindKitchenHandler,
} from '#shop/kitchen/load-kitchen.server.ts'
import { buy, customLine, truffleLine } from '../support/checkout-steps.ts'
import { statementsOf } from '../support/count-statements.ts'
import { everyDay, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let manager: string
let asha: { email: string; token: string }

beforeAll(async () => {
  shop = await openTestShop()
  manager = (await shop.staff('manager')).token
  asha = await shop.customer()
  // 20 minutes, and 30 for each kilo.
  await shop.addCake({ workMinutes: 20, minutesPerKg: 30 })
})
afterAll(() => shop.close())

const tomorrow = '2026-11-21'
const night = everyDay({
  startMinute: 1380,
  endMinute: 1440,
  kind: 'midnight',
  bakesDayBefore: true,
})
const order = (more: object = {}) =>
  buy(shop, asha.token, { checkoutId: crypto.randomUUID(), amount: 910, ...more })

const kitchen = (day: string) => loadKitchen(shop.context, day)
const save = (kitchenMinutes: number | null) => {
  const { usual } = settings()
  const slots = [...everyDay(), ...night]
  return saveSettings(shop, manager, settings({ slots, usual: { ...usual, kitchenMinutes } }))
}
const reminders = async () => {
  const { rows } = await shop.context.db.execute(
    sql`select id from mails where kind = 'kitchen-day' order by id`,
  )
  return rows.map(({ id }) => id)
}

describe('without a zone', () => {
  it('the kitchen says nothing of minutes, and reads nothing more', async () => {
    await order({ amount: 900 })
    const statements = await statementsOf(async () => {
      expect((await kitchen(tomorrow)).work).toBeNull()
    })
    expect(statements).toHaveLength(1)
  })

  it('nobody is reminded', async () => {
    shop.wait(20 * hourMs)
    await remindKitchen(shop.context)
    expect(await reminders()).toEqual([])
    shop.wait(-20 * hourMs)
  })
})

describe('with zones', () => {
  beforeAll(async () => {
    expect((await save(null)).status).toBe(200)
  })

  it('the minutes of a day are those baked on it, against its limit where it has one', async () => {
    expect((await kitchen(tomorrow)).work).toBeNull()
    await order()
    await order({ time: '2026-11-22T23:30' })
    expect((await kitchen(tomorrow)).work).toBe('100 minutes')
    expect((await kitchen('2026-11-22')).work).toBeNull()
    // The start of the slot, less the zone's way of 30 minutes; one was ordered without a slot.
    const { items } = await kitchen(tomorrow)
    expect(items.map(({ readyBy }) => readyBy)).toEqual([
      null,
      'Sat 21 Nov, 3:30 pm',
      'Sun 22 Nov, 10:30 pm',
    ])
    await save(480)
    expect((await kitchen(tomorrow)).work).toBe('100 of 480 minutes')
    await save(60)
    expect((await kitchen(tomorrow)).work).toBe('100 of 60 minutes, over by 40')
    expect((await kitchen('2026-11-22')).work).toBe('0 of 60 minutes')
    await save(480)
  })

  it('the sheet of a day lists what is baked on it for the next, which says so', async () => {
    const items = async (day: string) => (await kitchen(day)).items
    const days = (await items(tomorrow)).map(({ forDay }) => forDay)
    expect(days).toEqual([undefined, undefined, 'Sun 22 Nov'])
    expect((await items('2026-11-22')).map(({ forDay }) => forDay)).toEqual([undefined])
  })

  it('the reminder is tried each hour from six to five, for a shop that was down at six', () => {
    expect(remindKitchenHandler(shop.context).job.schedule).toBe('0 6-17 * * *')
  })

  it('there is no reminder when there is nothing to bake', async () => {
    await remindKitchen(shop.context)
    expect(await reminders()).toEqual([])
  })

  it('the shop is reminded once in the morning, whoever runs it and however often', async () => {
    await order({ order: [truffleLine, customLine] })
    shop.wait(20 * hourMs)
    await Promise.all([remindKitchen(shop.context), remindKitchen(shop.context)])
    await remindKitchen(shop.context)
    expect(await reminders()).toEqual([`kitchen-day-${tomorrow}`])
    await shop.runJobs()
    const mail = shop.mails.get(`kitchen-day-${tomorrow}`)
    expect(mail).toMatchObject({ to: shop.context.shop.email, subject: 'To bake today: 4 cakes' })
    expect(mail?.text).toMatch(/There are 4 cakes to bake, \d+ of 480 minutes of work\./)
    expect(mail?.text).toContain('The first is due Sat 21 Nov, 4 to 6 pm.')
    expect(mail?.text).not.toMatch(/Asha|98765|₹|Rs/)
  })

  it('the next day has a reminder of its own', async () => {
    await order({ time: '2026-11-22T17:00' })
    shop.wait(24 * hourMs)
    await remindKitchen(shop.context)
    expect(await reminders()).toEqual(['kitchen-day-2026-11-21', 'kitchen-day-2026-11-22'])
  })
})
