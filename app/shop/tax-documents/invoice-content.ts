import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import {
  type DocumentContent,
  documentContentSchema,
  type PersonalWords,
  personalWordsSchema,
} from './document-content.schema.ts'
import { gstPercent, sumTaxed } from './invoice-amounts.ts'
import { itemLine, shippingLines } from './order-lines.ts'
import { cakeHsn, sellerOf, supplyOf } from './paper.ts'

/** What an invoice is of. */
export interface Invoiced {
  order: Order
  /** Those of its items whose prices are settled by this. */
  items: readonly OrderItem[]
  /** Whether it charges the delivery. */
  withShipping: boolean
  issuedAt: Date
}

/** What an invoice says, by CGST Rule 46. */
export function invoiceContent(
  { order, items, withShipping, issuedAt }: Invoiced,
  shop: ShopDetails,
): { content: DocumentContent; personal: PersonalWords } {
  const { interstate, state, address } = supplyOf(order, shop)
  const lines = [
    ...items.map((item) => itemLine(item, { interstate })),
    ...(withShipping ? shippingLines(order, interstate) : []),
  ]
  const total = sumTaxed(lines.map(({ amount }) => amount))
  const { name, mobileno, email } = order.user
  return {
    content: documentContentSchema.parse({
      orderNumber: order.number,
      issuedAt: issuedAt.toISOString(),
      delivery: deliveryText(order),
      isPickup: order.pickup === true,
      seller: sellerOf(shop),
      state,
      interstate,
      hsn: cakeHsn,
      gstPercent,
      lines: lines.map(({ typed, ...line }) => line),
      total,
      // The card pays ready-made cakes and their delivery, and nothing else.
      paidByCard: items.some(({ customize }) => !customize) ? toPaise(order.paidByCard) : 0,
      credits: null,
    }),
    personal: personalWordsSchema.parse({
      name,
      address,
      mobile: mobileno,
      email,
      details: Object.fromEntries(
        lines.filter(({ typed }) => typed.length > 0).map(({ of, typed }) => [of, typed]),
      ),
    }),
  }
}
