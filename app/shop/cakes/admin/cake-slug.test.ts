import { expect, test } from 'vitest'
import { cakeIdSchema } from '../cake.schema.ts'
import { cakeSlug } from './admin-cake.ts'

test.each([
  ['Mango Cream Cake', 'mango-cream-cake'],
  ['  Crème Brûlée & Co.  ', 'creme-brulee-and-co'],
  ["Baker's Dozen", 'bakers-dozen'],
  ['Baker’s 12', 'bakers-12'],
  ['Straße – Øl', 'strasse-ol'],
  ['ＷＩＤＥ', 'wide'],
  ['--a--b--', 'a-b'],
  ['आम Mango', 'mango'],
  ['आम का केक', null],
  ['🎂', null],
  ['2026', null],
  ['', null],
])('%j is %j', (name, slug) => {
  expect(cakeSlug(name)).toBe(slug)
})

test('a long name is cut to what an id may have, with room for a number', () => {
  const slug = cakeSlug(`${'a'.repeat(59)} cake`) ?? ''
  expect(slug).toBe('a'.repeat(59))
  expect(cakeIdSchema.safeParse(`${slug}-99`).success).toBe(true)
})
