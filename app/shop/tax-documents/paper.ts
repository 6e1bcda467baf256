import { addressText } from '#shop/orders/customer-text.ts'
import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { awaitsPrice, type ItemStatus } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { isAnyMade } from '#shop/orders/order-status.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type {
  DocumentContent,
  DocumentKind,
  DocumentLine,
  PersonalWords,
} from './document-content.schema.ts'
import { gstPercent, sumTaxed } from './invoice-amounts.ts'
import { itemLine, shippingLines } from './order-lines.ts'
import { placeOfSupply } from './place-of-supply.ts'

/** What a paper shows: a tax document, or the summary of an order that has none yet. */
export interface Paper extends Omit<DocumentContent, 'issuedAt' | 'state'> {
  kind: DocumentKind | 'summary'
  /** '' on a summary. */
  serial: string
  issuedAt: Date
  buyer: {
    name: string
    address: string
    mobile: string
    email: string
    state: DocumentContent['state']
  }
  /** In cash, what is still to be handed over. */
  dueInCash: Paise
  /** Of a summary: whether a price is still to be agreed on, so that the total may rise. */
  awaitsPrice: boolean
  /** Of a summary. */
  cancelled: boolean
}

/** What papers are called. */
export const paperNames = {
  invoice: { title: 'Tax Invoice', name: 'Invoice', below: 'Original for recipient' },
  'credit-note': { title: 'Credit Note', name: 'Credit note', below: 'Original for recipient' },
  summary: { title: 'Order Summary', name: 'Order summary', below: 'This is not a tax invoice' },
} as const

/** HSN of bread, pastry, cakes and other bakers' wares. */
export const cakeHsn = '1905'

/** A tax document as it was written. */
export function documentPaper({
  kind,
  serial,
  content,
  personal,
}: {
  kind: DocumentKind
  serial: string
  content: DocumentContent
  personal: PersonalWords
}): Paper {
  const { details, ...buyer } = personal
  const { state, issuedAt, lines, ...rest } = content
  return {
    ...rest,
    kind,
    serial,
    issuedAt: new Date(issuedAt),
    buyer: { ...buyer, state },
    lines: lines.map((line) => ({
      ...line,
      details: [...line.details, ...(details[line.of] ?? [])],
    })),
    dueInCash: content.total.total - content.paidByCard,
    awaitsPrice: false,
    cancelled: false,
  }
}

/** An order without a settled price, as it stands now. It is no tax document. */
export function orderSummary(order: Order, shop: ShopDetails): Paper {
  const { interstate, state, address } = supplyOf(order, shop)
  const lines: DocumentLine[] = [
    ...order.order.map((item) => itemLine(item, { interstate, note: noteOf(item) })),
    ...shippingLines(order, interstate),
  ].map(({ typed, ...line }) => ({ ...line, details: [...line.details, ...typed] }))
  const total = sumTaxed(lines.map(({ amount }) => amount))
  const paidByCard = toPaise(order.paidByCard)
  const cancelled = !isAnyMade(order.order)
  return {
    kind: 'summary',
    serial: '',
    orderNumber: order.number,
    issuedAt: new Date(order.created_at),
    delivery: deliveryText(order),
    isPickup: order.pickup === true,
    seller: sellerOf(shop),
    buyer: {
      name: order.user.name,
      address,
      mobile: order.user.mobileno,
      email: order.user.email,
      state,
    },
    interstate,
    hsn: cakeHsn,
    gstPercent,
    lines,
    total,
    paidByCard,
    dueInCash: cancelled ? 0 : total.total - paidByCard - toPaise(order.waived ?? 0),
    credits: null,
    awaitsPrice: order.order.some((item) => awaitsPrice(item.isConfirmed, item)),
    cancelled,
  }
}

/** Where an order is supplied and taxed. */
export function supplyOf(order: Pick<Order, 'address' | 'pickup'>, shop: ShopDetails) {
  const isPickup = order.pickup === true
  const where = addressText(order.address)
  const { interstate, ...state } = placeOfSupply(isPickup ? null : order.address, shop)
  return { interstate, state, address: isPickup ? `Picked up at ${where}` : where }
}

/** What a paper says of the shop. */
export function sellerOf(shop: ShopDetails): DocumentContent['seller'] {
  const { name, address, phone, email, gstin, fssai, state, publicUrl } = shop
  return { name, address, phone, email, gstin, fssai, state, publicUrl }
}

const neverAgreedStatuses: readonly ItemStatus[] = ['rejected', 'declined', 'expired']

/** Why nothing is charged for an item; '' when it is. */
function noteOf({ isConfirmed, customize, subtotal }: OrderItem): string {
  if (awaitsPrice(isConfirmed, { customize })) return 'Price on confirmation'
  if (neverAgreedStatuses.includes(isConfirmed)) return 'Not made, not charged'
  return customize && subtotal === 0 ? 'No price was agreed' : ''
}
