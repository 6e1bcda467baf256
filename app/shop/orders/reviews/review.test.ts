import { expect, it } from 'vitest'
import { aCustomItem, anItem } from '../../../../test/support/an-order.ts'
import { aboutItem, reviewableItems } from './review.ts'

const arrivedAt = new Date('2026-11-21T11:00:00Z')

it('what has arrived and was made of the catalogue can be reviewed', () => {
  const made = anItem({ cakeId: 'mango', status: 'completed' })
  const items = [
    made,
    anItem({ cakeId: 'mango', status: 'cancelled' }),
    anItem({ cakeId: null, status: 'completed' }),
    aCustomItem({ status: 'completed' }),
  ]
  expect(reviewableItems({ arrivedAt, items })).toEqual([made])
  expect(reviewableItems({ arrivedAt: null, items })).toEqual([])
})

it.each([
  [{ wt: '1', egg: 'Eggless' }, '1 kg, eggless'],
  [{ wt: '0.1', egg: 'Egg' }, '100 g, with egg'],
  [{ wt: '2', egg: null }, '2 kg'],
] as const)('%o is %s', (item, text) => {
  expect(aboutItem(item)).toBe(text)
})
