import { expect, test } from 'vitest'
import { networkWords } from './network-words.ts'

test.each([
  ['49.207.12.34', 'from 49.207.…'],
  ['2401:4900:1c2b:5d6e::/64', 'from 2401:4900:…'],
  ['local', null],
  ['::1', null],
  ['', null],
  [null, null],
])('%j is %j', (address, words) => {
  expect(networkWords(address)).toBe(words)
})
