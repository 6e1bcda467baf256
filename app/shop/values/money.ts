/** Whole paise: 100 to the rupee. Every computation and every stored amount is in paise; only the API's `price` is rupees. */
export type Paise = number

const inr = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})
const plain = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
})

/**
 * The one rounding rule: to the nearest whole paisa, half up. Rounded to 15 digits first, because 1.005 × 100 is
 * 100.49999999999999 in binary floats.
 */
function roundPaise(amount: number): Paise {
  if (!Number.isFinite(amount)) throw new RangeError(`Not an amount of money: ${amount}`)
  return Math.round(Number(amount.toPrecision(15))) + 0
}

/** Rupees to paise by the one rounding rule: `toPaise(1.005)` is 101. Throws a RangeError on NaN or infinity. */
export function toPaise(rupees: number): Paise {
  return roundPaise(rupees * 100)
}

/** Paise to rupees, for the API's `price` and the specification's totals. */
export function toRupees(paise: Paise): number {
  return paise / 100
}

export function sumPaise(rows: readonly { paise: Paise }[]): Paise {
  return rows.reduce((sum, { paise }) => sum + paise, 0)
}

/** Paise times a factor such as a weight in kg, by the one rounding rule: `multiplyPaise(9500, 0.3)` is 2850. */
export function multiplyPaise(paise: Paise, factor: number): Paise {
  return roundPaise(paise * factor)
}

/** As shown to customers: '₹1,450', '₹1,23,456', '₹99.50'. */
export function formatInr(paise: Paise): string {
  return inr.format(toRupees(paise))
}

/** As shown on order screens: 'Rs. 1,450', with a no-break space. */
export function formatRs(paise: Paise): string {
  return `Rs.\u00a0${plain.format(toRupees(paise))}`
}
