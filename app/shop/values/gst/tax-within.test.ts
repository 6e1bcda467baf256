import { expect, it } from 'vitest'
import { taxWithin } from './tax-within.ts'

it.each([
  ['no line', [], 0, 0],
  ['a cake and its delivery', [850_00, 50_00], 42_86, 42_86],
  ['an amount whose halves round up', [105_30], 5_02, 5_01],
  ['a free delivery', [850_00, 0], 40_48, 40_48],
])('5 per cent within %s', (_, amounts, inState, beyond) => {
  const lines = amounts.map((paise) => ({ paise, gstPercent: 5 }))
  expect(taxWithin(lines)).toBe(inState)
  expect(taxWithin(lines, { interstate: true })).toBe(beyond)
})

it('each line has its own rate', () => {
  expect(
    taxWithin([
      { paise: 105_00, gstPercent: 5 },
      { paise: 118_00, gstPercent: 18 },
      { paise: 100_00, gstPercent: 0 },
    ]),
  ).toBe(23_00)
})
