import { splitAddress } from '#shop/values/india-address.ts'
import { multiplyPaise, type Paise } from '#shop/values/money.ts'
import { apportion } from '../money/ledger.ts'

/** A state or union territory with its GST code. */
export interface State {
  code: string
  name: string
}

/**
 * First digits of pincodes: '56-59' is every pincode from 56… to 59…. More digits take precedence, for union
 * territories within a state and for states split from another.
 */
const states: readonly (readonly [code: string, name: string, pincodes: string])[] = [
  ['01', 'Jammu and Kashmir', '18-19'],
  ['02', 'Himachal Pradesh', '17'],
  ['03', 'Punjab', '14-16 160055 160059 160062 160071'],
  ['04', 'Chandigarh', '160'],
  ['05', 'Uttarakhand', '244712-244717 246 2476 248-249 262308-262311 2624-2625 263'],
  ['06', 'Haryana', '12-13'],
  ['07', 'Delhi', '11'],
  ['08', 'Rajasthan', '30-34'],
  ['09', 'Uttar Pradesh', '20-28 2467'],
  ['10', 'Bihar', '80-85'],
  ['11', 'Sikkim', '737'],
  ['12', 'Arunachal Pradesh', '790-792'],
  ['13', 'Nagaland', '797-798'],
  ['14', 'Manipur', '795'],
  ['15', 'Mizoram', '796'],
  ['16', 'Tripura', '799'],
  ['17', 'Meghalaya', '793-794'],
  ['18', 'Assam', '78'],
  ['19', 'West Bengal', '70-74'],
  ['20', 'Jharkhand', '814-816 822 825-829 831-835'],
  ['21', 'Odisha', '75-77'],
  ['22', 'Chhattisgarh', '49'],
  ['23', 'Madhya Pradesh', '45-48'],
  ['24', 'Gujarat', '36-39'],
  [
    '26',
    'Dadra and Nagar Haveli and Daman and Diu',
    '362520 362540 362570 396193 396210 396215 396220 396230 396235 396240',
  ],
  ['27', 'Maharashtra', '40-44'],
  ['29', 'Karnataka', '56-59'],
  ['30', 'Goa', '403'],
  ['31', 'Lakshadweep', '682551-682559'],
  ['32', 'Kerala', '67-69'],
  ['33', 'Tamil Nadu', '60-64'],
  ['34', 'Puducherry', '533464 605001-605014 605107 605110 609601-609609 673310'],
  ['35', 'Andaman and Nicobar Islands', '744'],
  ['36', 'Telangana', '50'],
  ['37', 'Andhra Pradesh', '51-53'],
  ['38', 'Ladakh', '194'],
]

const byDigits = new Map(
  states.flatMap(([code, name, pincodes]) =>
    pincodes
      .split(' ')
      .flatMap(everyStart)
      .map((digits): [string, State] => [digits, { code, name }]),
  ),
)

/** '56-58' → '56', '57', '58'. */
function everyStart(range: string): string[] {
  const [first = 0, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
}

/** Null if it is in no state, such as the army's post (9…). */
export function stateOfPincode(pincode: string): State | null {
  for (let digits = pincode; digits.length >= 2; digits = digits.slice(0, -1)) {
    const state = byDigits.get(digits)
    if (state) return state
  }
  return null
}

/**
 * A delivery is taxed at its destination (IGST Act, section 10(1)(a)). An address without a known pincode, and a pickup
 * (null), count as in the shop's own state.
 */
export function placeOfSupply(
  addressLine: string | null,
  shop: { state: string; gstin: string },
): State & { interstate: boolean } {
  const home = { code: shop.gstin.slice(0, 2), name: shop.state }
  const state = stateOfPincode(splitAddress(addressLine ?? '')?.pincode ?? '') ?? home
  return { ...state, interstate: state.name.toLowerCase() !== home.name.toLowerCase() }
}

/** HSN of bread, pastry, cakes and other bakery products. */
export const cakeHsn = '1905'

/** The tax on cakes and pastry (HSN 1905), in per cent. Prices include it. */
export const gstPercent = 5

/**
 * A charged amount, split into taxable value and tax. Within the shop's state the tax is CGST and SGST, half each; in
 * other states it is IGST. The parts always add up to `total`, to the paisa.
 */
export interface TaxedAmount {
  taxable: Paise
  cgst: Paise
  sgst: Paise
  igst: Paise
  total: Paise
}

/** Splits an amount that includes tax: each tax is rounded by the shop's rounding rule, and the rest is taxable. */
export function taxed(total: Paise, { interstate }: { interstate: boolean }): TaxedAmount {
  const igst = interstate ? taxIn(total, gstPercent) : 0
  const half = interstate ? 0 : taxIn(total, gstPercent / 2)
  return { taxable: total - igst - 2 * half, cgst: half, sgst: half, igst, total }
}

function taxIn(total: Paise, percent: number): Paise {
  return multiplyPaise(total, percent / (100 + gstPercent))
}

/** Adds column by column, so that totals match the printed lines. */
export function sumTaxed(amounts: readonly TaxedAmount[]): TaxedAmount {
  const sum = { taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 }
  for (const amount of amounts) {
    for (const part of Object.keys(sum) as (keyof TaxedAmount)[]) sum[part] += amount[part]
  }
  return sum
}

const twoDecimals = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 })

/** Two decimals without the rupee sign: '1,23,456.50'. */
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
 * Splits a part of an amount in proportion to the whole. No component is negative or above that of the whole, and parts
 * that add up to the whole add up in every component. The halves of a tax are equal, except for an odd last paisa.
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
