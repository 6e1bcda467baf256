import { madeOf } from '#shop/cakes/chosen.ts'
import type { DocumentLine } from '#shop/orders/money/document-content.schema.ts'
import { itemPaise, surchargeLabel } from '#shop/orders/money/order-money.ts'
import { type TaxedCharge, taxed } from '#shop/orders/money/tax.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import type { GoodsTax } from '#shop/values/gst/goods-rates.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'

export type PaperLine = DocumentLine & GoodsTax

/** With user text, which is printed below the details. */
export interface OrderLine extends PaperLine {
  typed: string[]
}

/** An amount with its code and rate, and whether it goes to another state. */
interface Supply extends GoodsTax {
  paise: Paise
  interstate: boolean
}

const taxOf = ({ paise, hsn, gstPercent, interstate }: Supply) => ({
  hsn,
  gstPercent,
  amount: taxed(paise, { gstPercent, interstate }),
})

/** `note` says why it has no price. */
export function itemLine(item: OrderItem, supply: Supply, note = ''): OrderLine {
  const choice = [madeOf(item), formatWeight(item.wt), item.egg].filter(Boolean).join(', ')
  const name = item.bname && `Name on cake: ${item.bname}`
  const isWhole = supply.paise === itemPaise(item)
  // What is given with the supply is said on its invoice, and lowers what is taxed (CGST Act, section 15(3)(a)).
  const off = isWhole && item.couponPaise > 0 && `Coupon: − ${formatInr(item.couponPaise)}`
  return {
    of: item.id,
    title: item.name,
    // The flavour of a customised cake is user text.
    details: [item.customize ? '' : choice, off || ''].filter(Boolean),
    typed: [item.customize ? choice : '', name, note].filter(Boolean),
    quantity: note || isWhole ? item.amount : null,
    rate: note || !isWhole ? null : item.unitPaise,
    ...taxOf(supply),
  }
}

/** Items in their order, then the delivery. */
export function chargedLines(
  { items }: Pick<Order, 'items'>,
  charges: readonly TaxedCharge[],
  { interstate }: Pick<Supply, 'interstate'>,
): OrderLine[] {
  const itemLines = items.flatMap((item) =>
    charges
      .filter(({ itemId }) => itemId === item.id)
      .map((charge) => itemLine(item, { ...charge, interstate })),
  )
  return [...itemLines, ...shippingLines(charges, { interstate })]
}

const shippingTitles = [
  ['delivery', 'Delivery'],
  ['surcharge', surchargeLabel],
] as const

export function shippingLines(
  charges: readonly TaxedCharge[],
  { interstate }: Pick<Supply, 'interstate'>,
): OrderLine[] {
  return shippingTitles.flatMap(([of, title]) =>
    charges
      .filter(({ line }) => line === of)
      .map((charge) => ({
        of,
        title,
        details: [],
        typed: [],
        quantity: null,
        rate: charge.paise,
        ...taxOf({ ...charge, interstate }),
      })),
  )
}
