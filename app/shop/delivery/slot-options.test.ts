import { describe, expect, it } from 'vitest'
import type { Slot, Zone } from './delivery.schema.ts'
import { type DayPlan, type DeliveryPlan, emptyPlan, findZone } from './delivery-plan.ts'
import {
  type DeliveryLine,
  type DeliveryNeeds,
  deliveryNeeds,
  slotAt,
  slotOption,
} from './slot-options.ts'

/** A Friday at ten in the morning in Kolkata. */
const friday10 = new Date('2026-11-20T04:30:00Z')
const friday = '2026-11-20'

const ids = (function* () {
  for (let n = 1; ; n += 1) yield `slot-${n}`
})()
const newSlot = (more: Partial<Slot> = {}): Slot => ({
  id: ids.next().value,
  weekday: 5,
  startMinute: 16 * 60,
  endMinute: 18 * 60,
  kind: 'standard',
  surchargePaise: 0,
  cutOffMinutes: 120,
  cutOffDayBefore: null,
  places: null,
  bakesDayBefore: false,
  ...more,
})

const newDay = (day: string, more: Partial<DayPlan> = {}): [string, DayPlan] => [
  day,
  { day, closedReason: null, kitchenMinutes: null, places: {}, ...more },
]

const simpleNeeds: DeliveryNeeds = { leadMinutes: 180, kitchenMinutes: 30 }

function stateOf(
  slot: Slot,
  {
    now = friday10,
    needs = simpleNeeds,
    travelMinutes = 30,
    isFar = false,
    taken = {},
    day = friday,
    ...more
  }: {
    now?: Date
    needs?: DeliveryNeeds
    travelMinutes?: number
    isFar?: boolean
    taken?: Record<string, number>
    day?: string
    days?: [string, DayPlan][]
    kitchenMinutes?: number
  } = {},
) {
  const plan: DeliveryPlan = {
    ...emptyPlan,
    usual: { ...emptyPlan.usual, kitchenMinutes: more.kitchenMinutes ?? null },
    slots: [slot],
    days: new Map(more.days),
  }
  const loads = (on: string, what: string) => taken[`${on} ${what}`] ?? 0
  return slotOption({ plan, loads, needs, travelMinutes, isFar, now }, day, slot)
}

const at = (time: string) => new Date(`2026-11-20T${time}+05:30`)

describe('a slot from 4 to 6 pm', () => {
  it('can be had in the morning', () => {
    expect(stateOf(newSlot())).toMatchObject({
      state: 'open',
      placesLeft: null,
      startsAt: at('16:00'),
      endsAt: at('18:00'),
      productionDay: friday,
    })
  })

  it.each([
    ['12:30', 'open'],
    ['12:30:01', 'lead'],
    ['14:00', 'lead'],
    ['14:00:01', 'cutoff'],
    ['19:00', 'cutoff'],
  ])('is at %s %s: travel and lead end at its start', (time, state) => {
    expect(stateOf(newSlot(), { now: at(time) }).state).toBe(state)
  })

  it('says how many hours ahead the cakes must be ordered, if these are too many', () => {
    expect(stateOf(newSlot(), { now: at('12:30') }).needsHours).toBe(null)
    expect(stateOf(newSlot(), { now: at('12:31') }).needsHours).toBe(3)
    expect(stateOf(newSlot(), { now: at('14:01') })).toMatchObject({
      state: 'cutoff',
      needsHours: null,
    })
  })

  it('says the hours of the way for a cake that is ready', () => {
    const needs = { ...simpleNeeds, leadMinutes: 0 }
    const slot = newSlot({ cutOffMinutes: 0 })
    expect(stateOf(slot, { now: at('15:00'), needs, travelMinutes: 75 }).needsHours).toBe(2)
  })

  it.each([
    ['2026-11-19T20:00:00+05:30', 'open'],
    ['2026-11-19T20:00:01+05:30', 'cutoff'],
  ])('whose orders end the day before at 8 pm is at %s %s', (now, state) => {
    const slot = newSlot({ cutOffMinutes: null, cutOffDayBefore: 20 * 60 })
    expect(stateOf(slot, { now: new Date(now) }).state).toBe(state)
  })

  it.each([
    [5, 0, 'open', null],
    [5, 1, 'open', null],
    [5, 2, 'open', 3],
    [5, 4, 'open', 1],
    [5, 5, 'full', null],
    [5, 7, 'full', null],
    [0, 0, 'full', null],
  ])('of %i places with %i taken is %s and says %s', (places, orders, state, placesLeft) => {
    const slot = newSlot({ places })
    const option = stateOf(slot, { taken: { [`${friday} ${slot.id}`]: orders } })
    expect(option).toMatchObject({ state, placesLeft })
  })

  it("counts a day's own places", () => {
    const slot = newSlot({ places: 5 })
    const days = [newDay(friday, { places: { [slot.id]: 1 } })]
    const taken = { [`${friday} ${slot.id}`]: 1 }
    expect(stateOf(slot, { days, taken }).state).toBe('full')
  })

  it.each([
    [90, 'open'],
    [91, 'full'],
  ])('with %i of 120 kitchen minutes taken is %s for 30 more', (minutes, state) => {
    const taken = { [`${friday} kitchen`]: minutes }
    expect(stateOf(newSlot(), { kitchenMinutes: 120, taken }).state).toBe(state)
  })

  it('that is baked the day before asks that kitchen', () => {
    const slot = newSlot({ bakesDayBefore: true })
    const taken = { '2026-11-19 kitchen': 100 }
    const option = stateOf(slot, { kitchenMinutes: 120, taken })
    expect(option).toMatchObject({ state: 'full', productionDay: '2026-11-19' })
  })

  it('is closed on a closed day, and where its kitchen is closed the day before', () => {
    const closed = { closedReason: 'Diwali' }
    expect(stateOf(newSlot(), { days: [newDay(friday, closed)] }).state).toBe('closed')
    const days = [newDay('2026-11-19', closed)]
    expect(stateOf(newSlot(), { days }).state).toBe('open')
    expect(stateOf(newSlot({ bakesDayBefore: true }), { days }).state).toBe('closed')
  })
})

describe('the slot at an instant', () => {
  const morning = newSlot({ startMinute: 540, endMinute: 660 })
  const noon = newSlot({ startMinute: 660, endMinute: 780 })
  const fixed = newSlot({ startMinute: 660, endMinute: 720, kind: 'fixed', surchargePaise: 9900 })
  const midnight = newSlot({ startMinute: 1380, endMinute: 1440, kind: 'midnight' })
  const pickup = newSlot({ startMinute: 600, endMinute: 1200, kind: 'pickup' })
  const slots = [noon, fixed, morning, midnight, pickup]

  it.each([
    ['09:00', morning],
    ['10:59', morning],
    ['11:00', noon],
    ['13:00', null],
    ['08:59', null],
    ['23:00', midnight],
    ['23:59', midnight],
  ])('%s lies in its slot', (time, slot) => {
    expect(slotAt({ slots }, at(time), false)?.slot ?? null).toBe(slot)
  })

  it('is the last of the day at its very end, also when that is midnight', () => {
    const end = new Date('2026-11-21T00:00+05:30')
    expect(slotAt({ slots }, end, false)).toEqual({ day: friday, slot: midnight })
    expect(slotAt({ slots: [morning, noon] }, at('13:00'), false)?.slot).toBe(noon)
  })

  it('is of pickup only for orders that are picked up', () => {
    expect(slotAt({ slots }, at('19:00'), true)?.slot).toBe(pickup)
    expect(slotAt({ slots }, at('19:00'), false)).toBeNull()
  })

  it('is of its weekday', () => {
    expect(slotAt({ slots }, new Date('2026-11-21T09:00+05:30'), false)).toBeNull()
  })

  it.each([
    ['2026-12-31T23:45+05:30', '2026-12-31'],
    ['2027-04-01T00:15+05:30', '2027-04-01'],
    ['2028-02-29T12:00+05:30', '2028-02-29'],
  ])('%s lies on the day of Kolkata', (time, day) => {
    const all = [0, 1, 2, 3, 4, 5, 6].map((weekday) =>
      newSlot({ weekday, startMinute: 0, endMinute: 1440 }),
    )
    expect(slotAt({ slots: all }, new Date(time), false)?.day).toBe(day)
  })
})

describe('a zone', () => {
  const zone = (name: string, pincodes: string[], active = true): Zone => ({
    id: name,
    name,
    pincodes,
    active,
    isFar: false,
    takesCash: false,
    feePaise: 5000,
    freeFromPaise: null,
    minimumPaise: 0,
    travelMinutes: 30,
  })
  const zones = [
    zone('city', ['560']),
    zone('east', ['5600', '560103']),
    zone('off', ['56008'], false),
  ]

  it.each([
    ['560103', 'east'],
    ['560034', 'east'],
    ['560103', 'east'],
    ['561001', undefined],
    ['560102', 'city'],
    ['560081', undefined],
  ])('of %s is %s: the longest match, if it is active', (pincode, name) => {
    expect(findZone({ zones }, pincode)?.name).toBe(name)
  })

  it.each([
    ['560034', 'east'],
    ['560081', undefined],
    ['793001', 'rest'],
    ['900001', undefined],
  ])('of %s is %s where one zone has all others', (pincode, name) => {
    const all = [zone('rest', ['*']), ...zones]
    expect(findZone({ zones: all }, pincode)?.name).toBe(name)
  })
})

describe('a zone far away', () => {
  const far = { isFar: true, needs: { leadMinutes: 0, kitchenMinutes: 0 }, travelMinutes: 0 }

  it.each([
    [friday, {}, 'lead'],
    ['2026-11-21', {}, 'open'],
    ['2026-11-21', { kind: 'midnight' as const }, 'lead'],
  ])('is reached from the next day on, and not at midnight: %s %j', (day, more, state) => {
    expect(stateOf(newSlot(more), { ...far, day }).state).toBe(state)
  })
})

const cakes = new Map([
  ['plain', { category: 'Fruit', leadHours: 3, workMinutes: 20, minutesPerKg: 15 }],
  ['wedding', { category: 'Wedding', leadHours: 24, workMinutes: 90, minutesPerKg: 30 }],
  ['eclair', { category: 'pestry', leadHours: 1, workMinutes: 0, minutesPerKg: 5 }],
  ['unsaid', { category: 'Fruit', leadHours: 3, workMinutes: 0, minutesPerKg: 0 }],
])
const shop = { cakes, customLeadHours: 48 }

function line(cakeid: string, wt = '1', amount = 1): DeliveryLine {
  return { cakeid, wt, amount, customize: cakeid === 'custom' }
}

it.each<[string, DeliveryLine[], number, number]>([
  ['the usual 3 hours when it is empty', [], 3, 0],
  ['what its one cake takes', [line('plain')], 3, 35],
  ['more for a heavier cake', [line('plain', '2')], 3, 50],
  ['as much again for each', [line('plain', '2', 3)], 3, 150],
  ['minutes by the piece for pastries', [line('eclair', '0.1', 6)], 1, 30],
  ['whole minutes, the part of one counted in full', [line('plain', '0.3')], 3, 25],
  ['no minute more for weights that are no binary fraction', [line('wedding', '0.1')], 24, 93],
  ['the longest lead and all of the work', [line('plain'), line('wedding', '4')], 24, 245],
  ['nothing of cakes whose work is unknown', [line('unsaid', '2', 9)], 3, 0],
  ['the usual of cakes that are gone', [line('gone')], 3, 0],
  ['nothing by the kg where the weight is none', [line('plain', 'heavy')], 3, 20],
  ['the setting’s hours for a customised cake', [line('plain'), line('custom', '2')], 48, 155],
  ['no more than the sums of days can bear', [line('wedding', '999', 9999)], 24, 1_000_000],
])('a cart needs of the kitchen: %s', (_, lines, hours, kitchenMinutes) => {
  expect(deliveryNeeds(lines, shop)).toEqual({ leadMinutes: hours * 60, kitchenMinutes })
})
