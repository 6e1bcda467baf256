import { madeOf } from '#shop/cakes/chosen.ts'
import { deliveryOnPaper } from '#shop/orders/delivery/delivery-text.ts'
import { awaitsPrice, type ItemStatus } from '#shop/orders/item-status.ts'
import type {
  DocumentContent,
  DocumentKind,
  DocumentLine,
  PersonalWords,
  PrintedPaper,
} from '#shop/orders/money/document-content.schema.ts'
import { duePaise, type NetCharge, paidOnlinePaise, shippingOf } from '#shop/orders/money/ledger.ts'
import { itemPaise, surchargeLabel } from '#shop/orders/money/order-money.ts'
import {
  directingBusiness,
  placeOfSupply,
  type Supplied,
  sumTaxed,
  type TaxedCharge,
  taxed,
  taxedCharges,
} from '#shop/orders/money/tax.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { awaitsAnyPrice, isAnyMade } from '#shop/orders/order-rules.ts'
import { type GoodsTax, goodsTax } from '#shop/values/gst/goods-rates.ts'
import type { GstStatus } from '#shop/values/gst/taxpayer.ts'
import { addressText } from '#shop/values/india-address.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { formatWeight } from '#shop/values/weight.ts'

export type PaperLine = DocumentLine & GoodsTax

/** A tax document, or the summary of an order that has none yet. */
export interface Paper
  extends Omit<DocumentContent, 'issuedAt' | 'state' | 'lines' | keyof GoodsTax> {
  kind: DocumentKind | 'summary'
  lines: PaperLine[]
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
  /** Who gets the goods at `buyer.address`, if a business has them delivered to somebody else. */
  deliveredTo?: string
  dueInCash: Paise
  /** Only on a summary: a price is not agreed yet, so the total may rise. */
  awaitsPrice: boolean
  /** False on a tax document. */
  cancelled: boolean
  /** What it says, if that was stored with it. */
  words?: PrintedPaper | null
}

export function documentPaper({
  kind,
  serial,
  content,
  personal,
  words,
}: {
  kind: DocumentKind
  serial: string
  content: DocumentContent
  personal: PersonalWords
  words?: PrintedPaper | null
}): Paper {
  const { details, deliveredTo, ...buyer } = personal
  const { state, issuedAt, lines, hsn = '', gstPercent = 0, ...rest } = content
  return {
    ...rest,
    kind,
    serial,
    issuedAt: new Date(issuedAt),
    buyer: { ...buyer, state },
    deliveredTo,
    lines: lines.map((line) => ({
      hsn,
      gstPercent,
      ...line,
      details: [...line.details, ...(details[line.of] ?? [])],
    })),
    dueInCash: content.total.total - content.paidByCard - (content.paidInPerson ?? 0),
    awaitsPrice: false,
    cancelled: false,
    words,
  }
}

/** The current state of an order without an agreed price. Not a tax document. */
export function orderSummary(order: Order, shop: ShopDetails): Paper {
  const { interstate, state, address, deliveredTo } = supplyOf(order, shop)
  const issuedAt = order.placedAt ?? order.createdAt
  const shipping = taxedCharges(agreedShipping(order), { items: order.items, shop, at: issuedAt })
  const lines = [
    ...order.items.map((item) => {
      const note = noteOf(item)
      const paise = note ? 0 : itemPaise(item)
      const tax = goodsTax(shop, item.category, issuedAt)
      return itemLine(item, { ...tax, paise, interstate }, note)
    }),
    ...shippingLines(shipping, { interstate }),
  ].map(({ typed, ...line }) => ({ ...line, details: [...line.details, ...typed] }))
  const total = sumTaxed(lines.map(({ amount }) => amount))
  const paidByCard = paidOnlinePaise(order)
  const cancelled = !isAnyMade(order)
  return {
    kind: 'summary',
    serial: '',
    orderNumber: order.number,
    issuedAt,
    delivery: deliveryOnPaper(order),
    isPickup: order.isPickup,
    seller: sellerOf(shop),
    buyer: {
      name: order.customerName,
      address,
      mobile: order.customerMobile,
      email: order.customerEmail,
      state,
    },
    interstate,
    lines,
    total,
    paidByCard,
    dueInCash: cancelled ? 0 : Math.max(0, duePaise(order)),
    credits: null,
    ...(order.business && { business: order.business }),
    deliveredTo,
    awaitsPrice: awaitsAnyPrice(order),
    cancelled,
  }
}

function agreedShipping(order: Order): NetCharge[] {
  const { feePaise, surchargePaise } = shippingOf(order)
  return [
    { line: 'delivery', itemId: null, paise: feePaise },
    { line: 'surcharge', itemId: null, paise: surchargePaise },
  ]
}

export function supplyOf(order: Supplied, shop: ShopDetails) {
  const where = addressText(order.address)
  const address = order.isPickup ? `Picked up at ${where}` : where
  const { interstate, ...state } = placeOfSupply(order, shop)
  const deliveredTo = (directingBusiness(order) && order.recipientName) ?? undefined
  return { interstate, state, address, deliveredTo }
}

export function sellerOf(shop: ShopDetails): DocumentContent['seller'] {
  const { name, legalName, address, phone, email, gst, gstin, fssai, state, publicUrl } = shop
  return { name, legalName, address, phone, email, gst, gstin, fssai, state: state.name, publicUrl }
}

const neverAgreedStatuses: readonly ItemStatus[] = ['rejected', 'declined', 'expired']

/** Why nothing is charged for an item; '' if it is charged. */
function noteOf({ status, customize, unitPaise }: OrderItem): string {
  if (awaitsPrice({ status, customize })) return 'Price on confirmation'
  if (neverAgreedStatuses.includes(status)) return 'Not made, not charged'
  return customize && unitPaise === 0 ? 'No price was agreed' : ''
}

/** With user text, which is printed below the details. */
interface OrderLine extends PaperLine {
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
function itemLine(item: OrderItem, supply: Supply, note = ''): OrderLine {
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

function shippingLines(
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

interface PaperNames {
  title: string
  /** As it is called in a sentence and in a file's name. */
  name: string
  below: string
}

const below = 'Original for recipient'
const invoiceNames: Record<GstStatus | 'mixed' | 'exempt', PaperNames> = {
  mixed: { title: 'Invoice-cum-bill of supply', name: 'Invoice', below },
  exempt: { title: 'Bill of Supply', name: 'Bill of supply', below },
  regular: { title: 'Tax Invoice', name: 'Invoice', below },
  composition: { title: 'Bill of Supply', name: 'Bill of supply', below },
  unregistered: { title: 'Invoice', name: 'Invoice', below: 'Receipt' },
}

/**
 * What a paper is called: an invoice by how its seller is registered, and by what is sold (CGST Act, section 31; rules
 * 46, 46A and 49).
 */
export function paperNames({
  kind,
  seller,
  lines,
}: Pick<Paper, 'kind' | 'seller' | 'lines'>): PaperNames {
  const names = invoiceNames[invoiceKind(seller.gst ?? 'regular', lines)]
  switch (kind) {
    case 'invoice':
      return names
    case 'credit-note':
      return { title: 'Credit Note', name: 'Credit note', below }
    case 'summary': {
      const below = `This is not ${names.title.startsWith('Invoice') ? 'an' : 'a'} ${names.title.toLowerCase()}`
      return { title: 'Order Summary', name: 'Order summary', below }
    }
  }
}

function invoiceKind(gst: GstStatus, lines: readonly GoodsTax[]): keyof typeof invoiceNames {
  const exempt = lines.filter(({ gstPercent }) => gstPercent === 0).length
  if (gst !== 'regular' || exempt === 0) return gst
  return exempt === lines.length ? 'exempt' : 'mixed'
}

/** Whether a paper says anything of tax. */
export function hasTax({ seller }: Pick<Paper, 'seller'>): boolean {
  return (seller.gst ?? 'regular') === 'regular'
}

/** The tax in per cent of all lines; null if they differ. */
export function oneRate({ lines }: Pick<Paper, 'lines'>): number | null {
  const [percent, ...others] = new Set(lines.map(({ gstPercent }) => gstPercent))
  return others.length > 0 ? null : (percent ?? null)
}
