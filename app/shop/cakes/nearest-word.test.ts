import { expect, test } from 'vitest'
import { nearestWord } from './nearest-word.ts'

const known = ['cake', 'chocolate', 'mango', 'pineapple', 'cheesecake', 'rasmalai', 'fig', 'forest']

test.each([
  ['chocolate', 'chocolate'],
  ['choclate', 'chocolate'],
  ['chocloate', 'chocolate'],
  ['pinaple', 'pineapple'],
  ['cheezcake', 'cheesecake'],
  ['mnago', 'mango'],
  ['magno', 'mango'],
  ['mngo', 'mango'],
  ['fogs', null],
  ['figs', 'fig'],
  ['fi', null],
  ['burger', null],
  ['forrests', 'forest'],
  ['', null],
])('%j is probably %j', (typed, meant) => {
  expect(nearestWord(typed, known)).toBe(meant)
})

test('of words that are as near the first one counts', () => {
  expect(nearestWord('cate', ['cake', 'date'])).toBe('cake')
  expect(nearestWord('cate', ['date', 'cake'])).toBe('date')
  expect(nearestWord('cake', ['date', 'cake'])).toBe('cake')
})
