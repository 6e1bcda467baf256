import { expect, test } from 'vitest'
import { usualWork } from './cake-work.ts'

test.each([
  ['Wedding', 24],
  ['TIERED', 24],
  ['Chocolate', 3],
  ['pestry', 3],
  ['', 3],
])('cakes of the category %j are usually ready after %i hours', (category, leadHours) => {
  expect(usualWork(category).leadHours).toBe(leadHours)
})

test('pastries take minutes by the piece alone', () => {
  expect(usualWork('pestry')).toMatchObject({ workMinutes: 0, minutesPerKg: 5 })
})
