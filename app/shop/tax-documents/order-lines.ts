import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { shippingParts, surchargeLabel } from '#shop/orders/order-money.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import type { DocumentLine } from './document-content.schema.ts'
import { taxed } from './invoice-amounts.ts'

/** A line with what its customer typed, which stands below its details. */
export interface OrderLine extends DocumentLine {
  typed: string[]
}

/** The line of an item at its price; `note` says why it has none. */
export function itemLine(item: OrderItem, { interstate, note = '' }: LineTerms): OrderLine {
  const paise = note ? 0 : toPaise(item.subtotal)
  const choice = [item.flavour, formatWeight(item.wt), item.egg].filter(Boolean).join(', ')
  const name = item.bname && `Name on cake: ${item.bname}`
  return {
    of: item.id,
    title: item.name,
    // The flavour of a customised cake is typed.
    details: (item.customize ? [] : [choice]).filter(Boolean),
    typed: [item.customize ? choice : '', name, note].filter(Boolean),
    quantity: item.amount,
    rate: note ? null : paise / item.amount,
    amount: taxed(paise, { interstate }),
  }
}

interface LineTerms {
  interstate: boolean
  note?: string
}

/** What an order's delivery costs, and its slot where that costs more. */
export function shippingLines(
  order: Pick<Order, 'shipping' | 'slot' | 'pickup'>,
  interstate: boolean,
): OrderLine[] {
  const { fee, surcharge } = shippingParts(order)
  return [
    ...(order.pickup ? [] : [shippingLine('delivery', 'Delivery', fee, interstate)]),
    ...(surcharge > 0 ? [shippingLine('surcharge', surchargeLabel, surcharge, interstate)] : []),
  ]
}

/**
 * Bringing the cakes is ancillary to them: one supply with the cakes as its principal part (CGST Act, sections 2(30) and
 * 8(a)). So it stands under their HSN and bears their tax, wherever the order goes.
 */
function shippingLine(of: string, title: string, paise: Paise, interstate: boolean): OrderLine {
  const amount = taxed(paise, { interstate })
  return { of, title, details: [], typed: [], quantity: null, rate: paise, amount }
}
