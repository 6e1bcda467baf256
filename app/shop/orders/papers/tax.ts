import { multiplyPaise, type Paise } from '#shop/values/money.ts'
import { apportion } from '../money/ledger.ts'

/** HSN of bread, pastry, cakes and other bakers' wares. */
export const cakeHsn = '1905'

/** The tax on cakes and pastry (HSN 1905), in per cent. Prices include it. */
export const gstPercent = 5

/**
 * An amount as it is charged, split into its taxable value and its tax. Within the shop's state the tax is CGST and SGST,
 * half each; beyond it is IGST. The parts always add up to `total`, to the paisa.
 */
export interface TaxedAmount {
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
  total: Paise
}

/** Splits an amount that includes its tax: each tax is rounded by the one rounding rule, and the rest is taxable. */
export function taxed(total: Paise, { interstate }: { interstate: boolean }): TaxedAmount {
  const igst = interstate ? taxIn(total, gstPercent) : 0
  const half = interstate ? 0 : taxIn(total, gstPercent / 2)
  return { taxable: total - igst - 2 * half, cgst: half, sgst: half, igst, total }
}

function taxIn(total: Paise, percent: number): Paise {
  return multiplyPaise(total, percent / (100 + gstPercent))
}

/** Column by column, so that the totals under a table are the sums of what stands above them. */
export function sumTaxed(amounts: readonly TaxedAmount[]): TaxedAmount {
  const sum = { taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 }
  for (const amount of amounts) {
    for (const part of Object.keys(sum) as (keyof TaxedAmount)[]) sum[part] += amount[part]
  }
  return sum
}

const twoDecimals = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 })

/** For columns of figures, with two decimals and without the rupee sign: '1,23,456.50'. */
export function formatAmount(paise: Paise): string {
  return twoDecimals.format(paise / 100)
}

export function lessTaxed(from: TaxedAmount, taken: TaxedAmount): TaxedAmount {
  return {
    taxable: from.taxable - taken.taxable,
    cgst: from.cgst - taken.cgst,
    sgst: from.sgst - taken.sgst,
    igst: from.igst - taken.igst,
    total: from.total - taken.total,
  }
}

/**
 * Splits a share of an amount as the whole is split. No part is below 0 or above that of the whole, so that shares that add
 * up to the whole add up in every part. The halves of a tax are equal, unless the last paisa is odd.
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
