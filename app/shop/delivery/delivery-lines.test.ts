import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CakeWork, customWork } from '#shop/cakes/cake-work.ts'
import { type DeliveryLine, deliveryNeeds } from './delivery-lines.ts'

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

describe('a cart needs of the kitchen', () => {
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
  ])('%s', (_, lines, hours, kitchenMinutes) => {
    expect(deliveryNeeds(lines, shop)).toEqual({ leadMinutes: hours * 60, kitchenMinutes })
  })
})

const work: fc.Arbitrary<CakeWork & { category: string }> = fc.record({
  category: fc.constantFrom('Fruit', 'pestry'),
  leadHours: fc.integer({ min: 0, max: 336 }),
  workMinutes: fc.integer({ min: 0, max: 120 }),
  minutesPerKg: fc.integer({ min: 0, max: 120 }),
})
const order = fc.array(
  fc.record({
    work: fc.option(work),
    grams: fc.integer({ min: 1, max: 9000 }),
    amount: fc.integer({ min: 1, max: 20 }),
  }),
  { minLength: 1, maxLength: 8 },
)

it('is the longest lead and the sum of the work, as calculated by hand', () => {
  fc.assert(
    fc.property(order, (ordered) => {
      const known = new Map(ordered.flatMap(({ work }, n) => (work ? [[`${n}`, work]] : [])))
      const lines = ordered.map(({ work, grams, amount }, n) =>
        work ? line(`${n}`, `${grams / 1000}`, amount) : line('custom', `${grams / 1000}`, amount),
      )
      const { leadMinutes, kitchenMinutes } = deliveryNeeds(lines, { ...shop, cakes: known })
      const hours = ordered.map(({ work }) => work?.leadHours ?? 48)
      expect(leadMinutes).toBe(60 * hours.toSorted((one, other) => other - one)[0]!)
      let thousandths = 0n
      for (const { work, grams, amount } of ordered) {
        const { workMinutes, minutesPerKg } = work ?? customWork
        const weighed = work?.category === 'pestry' ? 1000n : BigInt(grams)
        thousandths +=
          (BigInt(workMinutes) * 1000n + BigInt(minutesPerKg) * weighed) * BigInt(amount)
      }
      expect(BigInt(kitchenMinutes)).toBe((thousandths + 999n) / 1000n)
    }),
  )
})
