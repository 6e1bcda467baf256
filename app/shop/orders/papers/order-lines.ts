import type { Paise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { lineKey, type NetCharge } from '../money/ledger.ts'
import { surchargeLabel } from '../money/order-money.ts'
import type { Order, OrderItem } from '../order.ts'
import type { DocumentLine } from './document-content.schema.ts'
import { taxed } from './tax.ts'

/** A line with the texts that its customer typed, which stand below its details. */
export interface OrderLine extends DocumentLine {
  typed: string[]
}

interface LineTerms {
  interstate: boolean
  note?: string
}

/** The line of an item with its charge; `note` says why it has no price. */
export function itemLine(
  item: OrderItem,
  paise: Paise,
  { interstate, note = '' }: LineTerms,
): OrderLine {
  const choice = [item.flavour, formatWeight(item.wt), item.egg].filter(Boolean).join(', ')
  const name = item.bname && `Name on cake: ${item.bname}`
  const isWhole = paise === item.unitPaise * item.amount
  return {
    of: item.id,
    title: item.name,
    // The flavour of a customised cake is typed.
    details: (item.customize ? [] : [choice]).filter(Boolean),
    typed: [item.customize ? choice : '', name, note].filter(Boolean),
    quantity: note || isWhole ? item.amount : null,
    rate: note || !isWhole ? null : item.unitPaise,
    amount: taxed(paise, { interstate }),
  }
}

/** The lines of an order for these charges: its items in their order, then its delivery. */
export function chargedLines(
  order: Pick<Order, 'items'>,
  charges: readonly NetCharge[],
  interstate: boolean,
): OrderLine[] {
  const paiseOf = new Map(charges.map((charge) => [lineKey(charge), charge.paise]))
  const shipping = (of: 'delivery' | 'surcharge', title: string) => {
    const paise = paiseOf.get(of)
    return paise === undefined ? [] : [shippingLine(of, title, paise, interstate)]
  }
  return [
    ...order.items.flatMap((item) => {
      const paise = paiseOf.get(item.id)
      return paise === undefined ? [] : [itemLine(item, paise, { interstate })]
    }),
    ...shipping('delivery', 'Delivery'),
    ...shipping('surcharge', surchargeLabel),
  ]
}

/**
 * Delivery is ancillary to the cakes: one supply with the cakes as its principal part (CGST Act, sections 2(30) and 8(a)). So
 * it has their HSN and their tax, wherever the order goes.
 */
export function shippingLine(
  of: 'delivery' | 'surcharge',
  title: string,
  paise: Paise,
  interstate: boolean,
): OrderLine {
  const amount = taxed(paise, { interstate })
  return { of, title, details: [], typed: [], quantity: null, rate: paise, amount }
}
