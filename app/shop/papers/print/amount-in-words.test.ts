import fc from 'fast-check'
import { expect, it } from 'vitest'
import { amountInWords } from './printed-paper.ts'

it.each([
  [0, 'Rupees Zero Only'],
  [1, 'One Paise Only'],
  [50, 'Fifty Paise Only'],
  [99, 'Ninety-Nine Paise Only'],
  [1_00, 'Rupees One Only'],
  [1_01, 'Rupees One and One Paise Only'],
  [10_00, 'Rupees Ten Only'],
  [11_00, 'Rupees Eleven Only'],
  [19_00, 'Rupees Nineteen Only'],
  [20_00, 'Rupees Twenty Only'],
  [21_00, 'Rupees Twenty-One Only'],
  [40_00, 'Rupees Forty Only'],
  [99_99, 'Rupees Ninety-Nine and Ninety-Nine Paise Only'],
  [100_00, 'Rupees One Hundred Only'],
  [101_00, 'Rupees One Hundred One Only'],
  [110_00, 'Rupees One Hundred Ten Only'],
  [999_00, 'Rupees Nine Hundred Ninety-Nine Only'],
  [1000_00, 'Rupees One Thousand Only'],
  [1001_00, 'Rupees One Thousand One Only'],
  [12_345_67, 'Rupees Twelve Thousand Three Hundred Forty-Five and Sixty-Seven Paise Only'],
  [99_999_00, 'Rupees Ninety-Nine Thousand Nine Hundred Ninety-Nine Only'],
  [1_00_000_00, 'Rupees One Lakh Only'],
  [1_00_001_00, 'Rupees One Lakh One Only'],
  [1_23_456_00, 'Rupees One Lakh Twenty-Three Thousand Four Hundred Fifty-Six Only'],
  [99_99_999_00, 'Rupees Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine Only'],
  [1_00_00_000_00, 'Rupees One Crore Only'],
  [
    2_14_74_836_47,
    'Rupees Two Crore Fourteen Lakh Seventy-Four Thousand Eight Hundred Thirty-Six and Forty-Seven Paise Only',
  ],
  [1_00_00_00_000_00, 'Rupees One Hundred Crore Only'],
  [1_00_00_00_00_000_00, 'Rupees Ten Thousand Crore Only'],
  [1_00_00_00_00_00_000_00, 'Rupees Ten Lakh Crore Only'],
])('says %i paise as %s', (paise, words) => {
  expect(amountInWords(paise)).toBe(words)
})

const values = new Map<string, number>(
  [
    'One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'
      .split(' ')
      .map((word, index): [string, number] => [word, index + 1]),
    'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'
      .split(' ')
      .map((word, index): [string, number] => [word, (index + 2) * 10]),
  ].flat(),
)
const sizes = new Map([
  ['Hundred', 100],
  ['Thousand', 1000],
  ['Lakh', 100_000],
  ['Crore', 10_000_000],
])

/** Reads the words of a number as a person does, the largest size first. */
function read(words: string[]): number {
  for (const [name, size] of [...sizes].reverse()) {
    const at = words.lastIndexOf(name)
    if (at >= 0) return read(words.slice(0, at)) * size + read(words.slice(at + 1))
  }
  return words.reduce((sum, word) => {
    const value = values.get(word)
    if (value === undefined) throw new Error(`not a word of numbers: ${word}`)
    return sum + value
  }, 0)
}

it('can be read back, whatever the amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 15 }), (paise) => {
      const words = amountInWords(paise)
      const [, rupees = '', rest = ''] =
        /^(?:Rupees (.+?))?(?: and )?(?:((?:\S+)) Paise)? Only$/.exec(words) ?? []
      const number = (text: string) => read(text.split(/[ -]/).filter(Boolean))
      expect(number(rupees) * 100 + number(rest)).toBe(paise)
    }),
  )
})

it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('has no words for %d', (paise) => {
  expect(() => amountInWords(paise)).toThrow(RangeError)
})
