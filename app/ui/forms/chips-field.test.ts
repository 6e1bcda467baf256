import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addEntries, allEntries, asTyped, splitEntries } from './chips-field.tsx'

it.each([
  ['', [], ''],
  ['Mango', [], 'Mango'],
  ['Mango,', ['Mango'], ''],
  ['Mango, Ros', ['Mango'], 'Ros'],
  ['a\nb\n', ['a', 'b'], ''],
  ['"Soft, moi', [], '"Soft, moi'],
  ['"Soft, moist"', [], '"Soft, moist"'],
  ['"Soft, moist", Nice', ['Soft, moist'], 'Nice'],
  ['“Soft, moist”,', ['Soft, moist'], ''],
  ['Plain, "open, still', ['Plain'], '"open, still'],
  ['the 6" one, Big', ['the 6" one'], 'Big'],
])('what is typed: %j is finished as far as its last comma', (text, entries, rest) => {
  expect(splitEntries(text)).toEqual({ entries, rest })
})

it.each([
  ['a, b, c', ['a', 'b', 'c']],
  ['Mango', ['Mango']],
  ['"Soft, moist"', ['Soft, moist']],
  ['"never closed, so all of it', ['never closed, so all of it']],
])('what is left or pasted: %j is taken whole', (text, entries) => {
  expect(allEntries(text)).toEqual(entries)
})

describe('chips', () => {
  it('are tidied, and the same in another case stays once', () => {
    const chips = addEntries(['Mango'], [' mango', '', '  Rose   Milk ', 'rose milk', ' '])
    expect(chips).toEqual(['Mango', 'Rose Milk'])
  })

  it('with commas stay whole beside new ones', () => {
    expect(addEntries(['Soft, moist'], ['Nice'])).toEqual(['Soft, moist', 'Nice'])
  })

  it('can be typed again as they are', () => {
    const words = fc.stringMatching(/^[a-z,]{0,6}[a-z]$/)
    fc.assert(
      fc.property(fc.array(words), (entries) => {
        const typed = entries.map(asTyped).join(', ')
        expect(addEntries([], allEntries(typed))).toEqual(addEntries([], entries))
      }),
    )
  })
})
