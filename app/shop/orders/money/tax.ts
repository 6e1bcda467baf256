import { apportion } from '#shop/values/apportion.ts'
import { groupBy } from '#shop/values/group-by.ts'
import { type GoodsTax, goodsTax, type TaxedGoods } from '#shop/values/gst/goods-rates.ts'
import { type State, stateOfCode, stateOfPincode } from '#shop/values/gst/india-states.ts'
import { taxWithin } from '#shop/values/gst/tax-within.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { Order, OrderItem } from '../order.ts'
import { lineKey, type NetCharge, netBy } from './ledger.ts'

/** What of an order says where it is supplied. */
export type Supplied = Pick<Order, 'address' | 'isPickup' | 'business' | 'recipientName'>

/** The business that has a cake delivered to somebody else: it is billed, they get the goods. */
export function directingBusiness({ isPickup, business, recipientName }: Supplied) {
  return isPickup || recipientName === null ? null : business
}

/**
 * A delivery is taxed at its destination (IGST Act, section 10(1)(a), for unregistered buyers (ca)); what a business has
 * delivered to somebody else, where the business is (section 10(1)(b)): in the state of its GSTIN. An address without a
 * known pincode, and a pickup, count as in the shop's own state.
 */
export function placeOfSupply(
  order: Supplied,
  shop: Pick<ShopDetails, 'state'>,
): State & { interstate: boolean } {
  const { gstin = '' } = directingBusiness(order) ?? {}
  const { pincode = '' } = (!order.isPickup && splitAddress(order.address)) || {}
  const state = stateOfCode(gstin.slice(0, 2)) ?? stateOfPincode(pincode) ?? shop.state
  return { ...state, interstate: state.code !== shop.state.code }
}

/** How an amount is taxed: where it goes, and the rate in per cent. */
export interface TaxTerms extends Pick<GoodsTax, 'gstPercent'> {
  interstate: boolean
}

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

/** Splits an amount that includes tax: the tax as `taxWithin` rounds it, and the rest is taxable. */
export function taxed(total: Paise, { interstate, gstPercent }: TaxTerms): TaxedAmount {
  const tax = taxWithin([{ paise: total, gstPercent }], { interstate })
  const half = interstate ? 0 : tax / 2
  return { taxable: total - tax, cgst: half, sgst: half, igst: interstate ? tax : 0, total }
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

export type TaxedCharge = NetCharge & GoodsTax

/** Rows of one line at one rate are printed as one line. */
export function taxKey(charge: TaxedCharge): string {
  return `${lineKey(charge)} ${charge.hsn} ${charge.gstPercent}`
}

export const netTaxed = (charges: readonly TaxedCharge[]): TaxedCharge[] => netBy(charges, taxKey)

type TaxedItem = Pick<OrderItem, 'id' | 'category' | 'unitPaise' | 'amount'>

/**
 * With the code and rate of the day. Delivery and surcharge are ancillary to the goods, one supply with them as its
 * principal part (CGST Act, sections 2(30) and 8(a)): where goods differ, they are spread by what the goods cost.
 *
 * @param charges positive ones, of these items and their delivery
 */
export function taxedCharges(
  charges: readonly NetCharge[],
  { items, shop, at }: { items: readonly TaxedItem[]; shop: TaxedGoods; at: Date },
): TaxedCharge[] {
  const goods = items.map(({ id, category, unitPaise, amount }) => ({
    id,
    tax: goodsTax(shop, category, at),
    paise: unitPaise * amount,
  }))
  const priced = goods.filter(({ paise }) => paise > 0)
  // Without a price yet the first cake counts.
  const principal =
    priced.length > 0 ? priced : goods.slice(0, 1).map((one) => ({ ...one, paise: 1 }))
  return charges.flatMap((charge) => {
    const own = goods.find(({ id }) => id === charge.itemId)
    return own ? [{ ...charge, ...own.tax }] : spread(charge, principal)
  })
}

/**
 * A credit has the code and rate of what it lowers, in proportion to what is left of each.
 *
 * @param before all charges of its order so far
 */
export function loweredCharges(
  credits: readonly NetCharge[],
  before: readonly TaxedCharge[],
): TaxedCharge[] {
  return credits.flatMap((credit) => {
    const left = netTaxed(before.filter((row) => lineKey(row) === lineKey(credit)))
    return spread(
      credit,
      left.map((tax) => ({ tax, paise: tax.paise })),
    )
  })
}

function spread(
  charge: NetCharge,
  over: readonly { tax: GoodsTax; paise: number }[],
): TaxedCharge[] {
  const rates = [...groupBy(over, ({ tax }) => `${tax.hsn} ${tax.gstPercent}`).values()]
  const shares = apportion(Math.abs(charge.paise), rates.map(sumPaise))
  return rates.flatMap(([one], index) => {
    const share = shares[index] ?? 0
    if (!one || share === 0) return []
    const { hsn, gstPercent } = one.tax
    return [{ ...charge, paise: Math.sign(charge.paise) * share, hsn, gstPercent }]
  })
}
