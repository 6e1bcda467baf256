import { addressText } from '#shop/orders/customer-text.ts'
import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { awaitsPrice, type ItemStatus } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { shippingParts, surchargeLabel } from '#shop/orders/order-money.ts'
import { orderProgress } from '#shop/orders/order-status.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { sumTaxed, type TaxedAmount, taxed } from './invoice-amounts.ts'
import { placeOfSupply, type State } from './place-of-supply.ts'

/** A placed order and the serial it was given then. */
export interface IssuedOrder {
  order: Order
  serial: string
}

export interface InvoiceLine {
  title: string
  /** Below the title, each on a line of its own. */
  details: string[]
  /** Null where pieces are not counted. */
  quantity: number | null
  /** One piece with its tax; null where there is no price. */
  rate: Paise | null
  amount: TaxedAmount
}

/** What an invoice says, by CGST Rule 46; how it looks is another matter. */
export interface Invoice {
  serial: string
  orderNumber: number
  issuedAt: Date
  /** When: '22 Nov 2026, 6 to 8 pm' */
  delivery: string
  isPickup: boolean
  seller: ShopDetails
  buyer: { name: string; address: string; mobile: string; email: string; state: State }
  interstate: boolean
  lines: InvoiceLine[]
  total: TaxedAmount
  /** How the total is paid; in cash only what is still to be handed over. */
  paidByCard: Paise
  refunded: Paise
  dueInCash: Paise
  /** Whether a price is still to be agreed on, so that the total may rise. */
  awaitsPrice: boolean
  cancelled: boolean
}

/** HSN of bread, pastry, cakes and other bakers' wares. */
export const cakeHsn = '1905'

/** The invoice of an order as it stands now. */
export function makeInvoice({ order, serial }: IssuedOrder, shop: ShopDetails): Invoice {
  const isPickup = order.pickup === true
  const where = addressText(order.address)
  const { interstate, ...state } = placeOfSupply(isPickup ? null : order.address, shop)
  const lines = [
    ...order.order.map((item) => itemLine(item, interstate)),
    ...shippingLines(order, interstate),
  ]
  const total = sumTaxed(lines.map(({ amount }) => amount))
  const paidByCard = toPaise(order.paidByCard)
  const cancelled = orderProgress(order.order).toMake === 0
  return {
    serial,
    orderNumber: order.number,
    issuedAt: new Date(order.created_at),
    delivery: deliveryText(order),
    isPickup,
    seller: shop,
    buyer: {
      name: order.user.name,
      address: isPickup ? `Picked up at ${where}` : where,
      mobile: order.user.mobileno,
      email: order.user.email,
      state,
    },
    interstate,
    lines,
    total,
    paidByCard,
    refunded: toPaise(order.refunded),
    dueInCash: cancelled ? 0 : total.total - paidByCard,
    awaitsPrice: order.order.some((item) => awaitsPrice(item.isConfirmed, item)),
    cancelled,
  }
}

function itemLine(item: OrderItem, interstate: boolean): InvoiceLine {
  const note = noteOf(item)
  const amount = note ? 0 : toPaise(item.subtotal)
  const choice = [item.flavour, formatWeight(item.wt), item.egg].filter(Boolean).join(', ')
  return {
    title: item.name,
    details: [choice, item.bname && `Name on cake: ${item.bname}`, note].filter(Boolean),
    quantity: item.amount,
    rate: note ? null : amount / item.amount,
    amount: taxed(amount, { interstate }),
  }
}

const notMade: readonly ItemStatus[] = ['rejected', 'declined', 'expired']

/** Why nothing is charged for an item; '' when it is. */
function noteOf({ isConfirmed, customize, subtotal }: OrderItem): string {
  if (awaitsPrice(isConfirmed, { customize })) return 'Price on confirmation'
  if (notMade.includes(isConfirmed)) return 'Not made, not charged'
  return customize && subtotal === 0 ? 'No price was agreed' : ''
}

function shippingLines(order: Order, interstate: boolean): InvoiceLine[] {
  const { fee, surcharge } = shippingParts(order)
  return [
    ...(order.pickup ? [] : [shippingLine('Delivery', fee, interstate)]),
    ...(surcharge > 0 ? [shippingLine(surchargeLabel, surcharge, interstate)] : []),
  ]
}

/**
 * Bringing the cakes is ancillary to them: one supply with the cakes as its principal part (CGST Act, sections 2(30) and
 * 8(a)). So it stands under their HSN and bears their tax, wherever the order goes.
 */
function shippingLine(title: string, amount: Paise, interstate: boolean): InvoiceLine {
  return {
    title,
    details: [],
    quantity: null,
    rate: amount,
    amount: taxed(amount, { interstate }),
  }
}
