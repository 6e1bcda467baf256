import { expect, it } from 'vitest'
import { neighbour } from './use-item-focus.ts'

it.each([
  ['the next one', ['a', 'b', 'c'], ['a', 'c'], 'b', 'c'],
  ['the one after, when the next is removed too', ['a', 'b', 'c', 'd'], ['a', 'd'], 'b', 'd'],
  ['the one before the last', ['a', 'b', 'c'], ['a', 'b'], 'c', 'b'],
  ['none, when nothing is left', ['a'], [], 'a', undefined],
  ['the old next one, when others came in', ['a', 'b'], ['n', 'b'], 'a', 'b'],
])('%s', (_, before, after, removed, next) => {
  expect(neighbour(before, after, removed)).toBe(next)
})
