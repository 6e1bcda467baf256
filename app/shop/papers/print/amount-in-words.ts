import type { Paise } from '#shop/values/money.ts'

const small =
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen'.split(
    ' ',
  )
const tens = 'Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ')
const scales = [
  [10_000_000, 'Crore'],
  [100_000, 'Lakh'],
  [1000, 'Thousand'],
  [100, 'Hundred'],
] as const

/** 'Rupees One Lakh Twenty-Three Thousand and Fifty Paise Only'. */
export function amountInWords(paise: Paise): string {
  if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`Not an amount: ${paise}`)
  const rupees = Math.floor(paise / 100)
  const rest = paise % 100
  const parts = []
  if (rupees > 0 || rest === 0) parts.push(`Rupees ${numberInWords(rupees)}`)
  if (rest > 0) parts.push(`${numberInWords(rest)} Paise`)
  return `${parts.join(' and ')} Only`
}

/** From 0 on; the number of crores is written in the same way. */
function numberInWords(value: number): string {
  if (value < 20) return small[value] as string
  if (value < 100) {
    const ten = tens[Math.floor(value / 10) - 2] as string
    return value % 10 === 0 ? ten : `${ten}-${small[value % 10]}`
  }
  const [size, name] = scales.find(([size]) => value >= size) as (typeof scales)[number]
  const head = `${numberInWords(Math.floor(value / size))} ${name}`
  return value % size === 0 ? head : `${head} ${numberInWords(value % size)}`
}
