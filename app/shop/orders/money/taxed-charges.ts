import { groupBy } from '#shop/values/group-by.ts'
import { type GoodsTax, goodsTax, type TaxedGoods } from '#shop/values/gst/goods-rates.ts'
import { sumPaise } from '#shop/values/money.ts'
import type { OrderItem } from '../order.ts'
import { apportion, lineKey, type NetCharge, netBy } from './ledger.ts'

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
