import { describe, expect, it } from 'vitest'
import { wrongRatios } from './stored-ratios.ts'

const stored = { commit: 'abc1234567', ratios: { 'a cake, cached': 2, 'check out': 150 } }

describe('measured ratios are right', () => {
  it.each([
    [{ 'a cake, cached': 2, 'check out': 150 }],
    [{ 'a cake, cached': 0.1, 'check out': 1 }],
    [{ 'a cake, cached': 3.99, 'check out': 299.9 }],
  ])('below twice the stored ones: %j', (measured) => {
    expect(wrongRatios(measured, stored)).toEqual([])
  })
})

it('a ratio that is at least twice the stored one fails with a sentence that says what to do', () => {
  expect(wrongRatios({ 'a cake, cached': 4, 'check out': 299 }, stored)).toEqual([
    "'a cake, cached' takes 4.0 times the CPU of a plain server, 2.0 times the stored 2.0 of commit abc1234567. " +
      'Compare it with a checkout of that commit, installed and built: npm run bench -- --against <folder>. ' +
      'If it has to be so, store the new ratios: npm run bench -- short --accept',
  ])
})

it('a ratio that is no number is wrong', () => {
  expect(wrongRatios({ 'a cake, cached': Number.NaN }, stored)).toHaveLength(1)
})

it('a case without a stored ratio is wrong', () => {
  expect(wrongRatios({ 'a page': 1 }, stored)).toEqual([
    "'a page' has no stored ratio. Store it: npm run bench -- short --accept",
  ])
})
