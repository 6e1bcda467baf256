import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Slot } from '#shop/delivery/delivery.schema.ts'
import { begin } from '../support/checkout-steps.ts'
import { everyDay, saveSettings, settings } from '../support/delivery.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

interface Options {
  days: { day: string; slots: { start: string; state: string; total: number }[] }[]
}

const morning = everyDay({ startMinute: 9 * 60, endMinute: 11 * 60, cutOffMinutes: 4 * 60 })
const afterMidnight = everyDay({ startMinute: 0, endMinute: 60 })
const midnight = everyDay({
  startMinute: 23 * 60,
  endMinute: 24 * 60,
  kind: 'midnight',
  surchargePaise: 19_900,
  cutOffMinutes: null,
  cutOffDayBefore: 20 * 60,
})
const allSlots = [...afterMidnight, ...morning, ...midnight]

let shop: TestShop
let asha: string
afterEach(() => shop.close())

/** A shop with these slots, at a moment of the wall clock in Kolkata. */
async function openAt(moment: string, slots: Slot[] = allSlots) {
  shop = await openTestShop({ openingTime: new Date(`${moment}+05:30`) })
  await shop.addCake()
  asha = (await shop.customer()).token
  const owner = (await shop.admin()).token
  expect((await saveSettings(shop, owner, settings({ slots }))).status).toBe(200)
}

async function optionsOf(days: number) {
  const query = `pincode=560001&lines=truffle:1:1&days=${days}`
  return (await shop.get<Options>(`/delivery/options?${query}`)).body.days
}

/** ₹850 for the cake and ₹60 for its way, and what a slot costs more. */
function order(time: string, surcharge = 0) {
  return begin(shop, asha, { time, amount: 910 + surcharge, checkoutId: crypto.randomUUID() })
}

/** On which day, and in what slot, the last order is. */
async function reserved() {
  const { rows } = await shop.context.db.execute(sql`
    select r.day::text, o.slot_starts_at as from, o.slot_ends_at as to
    from orders o join delivery_reservations r on r.id = o.reservation_id order by o.number desc limit 1`)
  const [row] = rows
  return {
    day: row?.day,
    from: new Date(String(row?.from)).toISOString(),
    to: new Date(String(row?.to)).toISOString(),
  }
}

describe.each([
  ['UTC', 0],
  ['America/Los_Angeles', 8 * 60],
])('on a host in %s', (zone, offset) => {
  const usual = process.env.TZ
  beforeAll(() => {
    process.env.TZ = zone
    expect(new Date('2026-12-31T12:00Z').getTimezoneOffset()).toBe(offset)
  })
  afterAll(() => {
    process.env.TZ = usual
  })

  it('29 February is a day like others', async () => {
    await openAt('2028-02-28T10:00')
    expect((await optionsOf(3)).map(({ day }) => day)).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ])
    expect((await order('2028-02-29T09:30')).status).toBe(200)
    expect(await reserved()).toEqual({
      day: '2028-02-29',
      from: '2028-02-29T03:30:00.000Z',
      to: '2028-02-29T05:30:00.000Z',
    })
  })

  it.each(['2026-12-31T23:45', '2026-12-31T10:15:00-08:00', '2026-12-31T18:15:00Z'])(
    'a delivery at %s is in the last slot of the year',
    async (time) => {
      await openAt('2026-12-30T10:00')
      expect((await order(time, 199)).status).toBe(200)
      expect(await reserved()).toEqual({
        day: '2026-12-31',
        from: '2026-12-31T17:30:00.000Z',
        to: '2026-12-31T18:30:00.000Z',
      })
    },
  )

  it('at 23:45 on 31 December it is still that day, and the next one can be had', async () => {
    await openAt('2026-12-31T23:45')
    const [today, tomorrow] = await optionsOf(2)
    expect(today).toMatchObject({ day: '2026-12-31' })
    expect(today?.slots.map(({ state }) => state)).toEqual(['cutoff', 'cutoff', 'cutoff'])
    expect(tomorrow).toMatchObject({ day: '2027-01-01' })
    expect(tomorrow?.slots.map(({ state }) => state)).toEqual(['cutoff', 'open', 'cutoff'])
    expect((await order('2027-01-01T09:00')).status).toBe(200)
  })

  it.each(['2027-04-01T00:15', '2027-03-31T10:45:00-08:00'])(
    'a delivery at %s is on the first day of the year of accounts',
    async (time) => {
      await openAt('2027-03-31T10:00')
      expect((await order(time)).status).toBe(200)
      expect(await reserved()).toMatchObject({
        day: '2027-04-01',
        from: '2027-03-31T18:30:00.000Z',
      })
    },
  )

  it('at 00:15 on 1 April it is that day', async () => {
    await openAt('2027-04-01T00:15')
    const [today] = await optionsOf(1)
    expect(today).toMatchObject({ day: '2027-04-01' })
    expect(today?.slots.map(({ state }) => state)).toEqual(['cutoff', 'open', 'cutoff'])
  })

  it('midnight is the end of a day’s last slot', async () => {
    await openAt('2026-12-30T10:00', midnight)
    expect((await order('2027-01-01T00:00', 199)).status).toBe(200)
    expect(await reserved()).toMatchObject({ day: '2026-12-31', to: '2026-12-31T18:30:00.000Z' })
  })

  it('midnight is the start of a slot that begins then', async () => {
    await openAt('2026-12-30T10:00')
    expect((await order('2027-01-01T00:00')).status).toBe(200)
    expect(await reserved()).toMatchObject({ day: '2027-01-01', from: '2026-12-31T18:30:00.000Z' })
  })
})

it.each([
  [
    'four hours before the slot',
    { last: '2026-11-21T05:00:00.000', time: '2026-11-21T09:00', surcharge: 0, at: 1 },
    'Orders for Sat 21 Nov, 9 to 11 am ended at 5 am. Please choose a later time.',
  ],
  [
    'on the evening before it',
    { last: '2026-11-20T20:00:00.000', time: '2026-11-21T23:00', surcharge: 199, at: 2 },
    'Orders for Sat 21 Nov, 11 pm to midnight ended at 8 pm on Fri 20 Nov. Please choose a later time.',
  ],
])('orders end: %s: to the millisecond, for options and checkout', async (_, slot, sentence) => {
  await openAt(slot.last)
  const state = async () => {
    const days = await optionsOf(2)
    return days.find(({ day }) => day === '2026-11-21')?.slots[slot.at]?.state
  }
  expect(await state()).toBe('open')
  expect((await order(slot.time, slot.surcharge)).status).toBe(200)
  shop.wait(1)
  expect(await state()).toBe('cutoff')
  expect(await order(slot.time, slot.surcharge)).toMatchObject({
    status: 422,
    body: { errors: { time: sentence } },
  })
})
