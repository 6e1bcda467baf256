import { multiplyPaise, type Paise } from '../money.ts'

interface TaxedLine {
  paise: Paise
  /** The tax that it includes, in per cent. */
  gstPercent: number
}

/** The tax within the lines of an order, as an invoice adds it: in the shop's own state each has two equal halves. */
export function taxWithin(lines: readonly TaxedLine[], { interstate = false } = {}): Paise {
  const parts = interstate ? 1 : 2
  return lines.reduce(
    (sum, { paise, gstPercent }) =>
      sum + parts * multiplyPaise(paise, gstPercent / parts / (100 + gstPercent)),
    0,
  )
}
