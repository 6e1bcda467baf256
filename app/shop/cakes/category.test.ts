import { expect, test } from 'vitest'
import { categoryCakes, categoryLabel, isPricedFlat } from './category.ts'

test.each([
  ['pestry', true],
  ['Pestry', false],
  ['pastry', false],
  ['Chocolate', false],
  ['', false],
])('whether category %j is priced flat: %s', (category, flat) => {
  expect(isPricedFlat(category)).toBe(flat)
})

test.each([
  ['pestry', 'Pastry', 'Pastries'],
  ['Chocolate', 'Chocolate', 'Chocolate cakes'],
  ['Indian Fusion', 'Indian Fusion', 'Indian Fusion cakes'],
])('category %j reads %j, and what it has %j', (category, label, cakes) => {
  expect(categoryLabel(category)).toBe(label)
  expect(categoryCakes(category)).toBe(cakes)
})
