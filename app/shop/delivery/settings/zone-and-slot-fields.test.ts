import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Slot } from '../delivery.schema.ts'
import { followingRow, newRow, toggleWeekday, toRows, toSlots } from './zone-and-slot-fields.tsx'

const slots = fc.uniqueArray(
  fc.record<Slot>({
    id: fc.uuid(),
    weekday: fc.integer({ min: 0, max: 6 }),
    startMinute: fc.constantFrom(540, 660),
    endMinute: fc.constant(780),
    kind: fc.constantFrom('standard', 'pickup'),
    surchargePaise: fc.constantFrom(0, 9900),
    cutOffMinutes: fc.constant(120),
    cutOffDayBefore: fc.constant(null),
    places: fc.constantFrom(null, 3),
    bakesDayBefore: fc.boolean(),
  }),
  { selector: ({ id: _, ...slot }) => JSON.stringify(slot) },
)

it('keep every slot, with its id', () => {
  fc.assert(
    fc.property(slots, (all) => {
      const again = toSlots(toRows(all)).map(({ slot }) => slot)
      const byId = (one: Slot, other: Slot) => (one.id < other.id ? -1 : 1)
      expect(again.sort(byId)).toEqual([...all].sort(byId))
    }),
  )
})

it('are one for a slot that is the same on several days', () => {
  const row = newRow(() => crypto.randomUUID())
  const all = toSlots([row])
  expect(all).toHaveLength(7)
  expect(toRows(all.map(({ slot }) => slot))).toEqual([row])
})

it.each([
  ['right after it', 960, 1080, [1080, 1200]],
  ['not beyond the day', 1260, 1380, [1320, 1440]],
] as const)('are copied with new ids, %s', (_, startMinute, endMinute, times) => {
  const row = { ...newRow(() => 'id'), startMinute, endMinute, places: 7 }
  const copy = followingRow(
    toggleWeekday(row, 1, () => 'id'),
    () => 'new',
  )
  expect([copy.startMinute, copy.endMinute]).toEqual(times)
  expect(copy).toMatchObject({ places: 7, ids: { 0: 'new', 2: 'new' } })
  expect(copy.ids[1]).toBeUndefined()
})

it('lose and get a weekday', () => {
  const row = newRow(() => 'id')
  const withoutMonday = toggleWeekday(row, 1, () => 'new')
  expect(toSlots([withoutMonday]).map(({ slot }) => slot.weekday)).toEqual([2, 3, 4, 5, 6, 0])
  expect(toggleWeekday(withoutMonday, 1, () => 'new').ids[1]).toBe('new')
})
