import type { Paise } from '#shop/values/money.ts'
import type { DocumentLine } from './document-content.schema.ts'
import { sumTaxed, type TaxedAmount } from './invoice-amounts.ts'

/** So much of the line of an item, of the 'delivery' or of the 'surcharge'. */
export interface CreditedLine {
  of: string
  amountPaise: Paise
}

/** What is left of an invoice's lines after its credit notes; lines of which nothing is left are not among them. */
export function linesLeft(
  lines: readonly DocumentLine[],
  credited: readonly DocumentLine[],
): DocumentLine[] {
  return lines
    .map((line) => {
      const taken = sumTaxed(
        credited.filter(({ of }) => of === line.of).map(({ amount }) => amount),
      )
      return { ...line, amount: less(line.amount, taken) }
    })
    .filter(({ amount }) => amount.total > 0)
}

function less(from: TaxedAmount, taken: TaxedAmount): TaxedAmount {
  return {
    taxable: from.taxable - taken.taxable,
    cgst: from.cgst - taken.cgst,
    sgst: from.sgst - taken.sgst,
    igst: from.igst - taken.igst,
    total: from.total - taken.total,
  }
}

/** The lines of a credit note: so much of what is left of an invoice, of each line in proportion. */
export function creditEvenly(left: readonly DocumentLine[], amountPaise: Paise): DocumentLine[] {
  const shares = apportion(
    amountPaise,
    left.map(({ amount }) => amount.total),
  )
  return left
    .map((line, index) => creditLine(line, shares[index] ?? 0))
    .filter(({ amount }) => amount.total > 0)
}

/** The lines of a credit note that are named, as far as something is left of them, and `mostPaise` in all. */
export function creditNamed(
  left: readonly DocumentLine[],
  named: readonly CreditedLine[],
  mostPaise: Paise,
): DocumentLine[] {
  let rest = mostPaise
  return left.flatMap((line) => {
    const credited = named.find(({ of }) => of === line.of)
    const amountPaise = Math.min(credited?.amountPaise ?? 0, line.amount.total, rest)
    if (amountPaise === 0) return []
    rest -= amountPaise
    return [creditLine(line, amountPaise)]
  })
}

/** A whole line keeps its pieces; of a part there is no count. */
function creditLine(line: DocumentLine, amountPaise: Paise): DocumentLine {
  if (amountPaise === line.amount.total) return line
  return { ...line, quantity: null, rate: null, amount: partOf(line.amount, amountPaise) }
}

/**
 * Parts a piece of an amount as the whole is parted. No part is below 0 or above what the whole has of it, so that pieces
 * that add up to the whole add up in every part. The halves of a tax are the same, unless the last paisa is odd.
 *
 * @param paise at most the total of `whole`
 */
export function partOf(whole: TaxedAmount, paise: Paise): TaxedAmount {
  if (paise > whole.total) throw new RangeError(`${paise} paise of ${whole.total}`)
  const [, tax = 0] = apportion(paise, [whole.taxable, whole.total - whole.taxable])
  if (whole.igst > 0) {
    return { taxable: paise - tax, cgst: 0, sgst: 0, igst: tax, total: paise }
  }
  const taxable = Math.min(whole.taxable, paise - 2 * Math.floor(tax / 2))
  const cgst = Math.min(whole.cgst, Math.ceil((paise - taxable) / 2))
  return { taxable, cgst, sgst: paise - taxable - cgst, igst: 0, total: paise }
}

/**
 * Shares whole paise in proportion to weights, by the largest remainders. No share is above its weight where the paise are
 * not above their sum.
 */
export function apportion(paise: Paise, weights: readonly number[]): Paise[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (all === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(weight) * BigInt(paise))
  const shares = exact.map((share) => Number(share / all))
  let rest = paise - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % all }))
    .sort((a, b) => (b.remainder > a.remainder ? 1 : b.remainder < a.remainder ? -1 : 0))
  for (const { index } of byRemainder) {
    if (rest === 0) break
    shares[index] = (shares[index] ?? 0) + 1
    rest -= 1
  }
  return shares
}
