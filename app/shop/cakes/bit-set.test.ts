import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BitSet } from './bit-set.ts'

const size = 100
const numbers = fc.uniqueArray(fc.oneof(fc.nat(size - 1), fc.constantFrom(0, 31, 32, 63, 64, 99)))

function setOf(members: readonly number[]): BitSet {
  const set = new BitSet(size)
  for (const member of members) set.add(member)
  return set
}

function membersOf(set: BitSet): number[] {
  const members: number[] = []
  for (let one = set.next(0); one !== -1; one = set.next(one + 1)) members.push(one)
  return members
}

test('sets of bits are as sets of numbers', () => {
  fc.assert(
    fc.property(numbers, numbers, fc.nat(size + 40), (first, second, limit) => {
      const sorted = first.toSorted((a, b) => a - b)
      const set = setOf(first)
      expect(membersOf(set)).toEqual(sorted)
      expect(set.count()).toBe(first.length)
      expect(set.isEmpty()).toBe(first.length === 0)
      expect(second.map((one) => set.has(one))).toEqual(second.map((one) => first.includes(one)))

      const both = setOf(first)
      both.and(setOf(second))
      expect(membersOf(both)).toEqual(sorted.filter((one) => second.includes(one)))
      const either = setOf(first)
      either.or(setOf(second))
      expect(membersOf(either)).toEqual(
        [...new Set([...first, ...second])].toSorted((a, b) => a - b),
      )
      set.keepBelow(limit)
      expect(membersOf(set)).toEqual(sorted.filter((one) => one < limit))
    }),
  )
})

test.each([0, 1, 31, 32, 33, 64, 100])('the full set of %i has each number once', (each) => {
  const full = BitSet.full(each)
  expect(membersOf(full)).toEqual([...Array(each).keys()])
  expect(full.count()).toBe(each)
})
