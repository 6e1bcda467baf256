import type { GstStatus } from '#shop/values/gst/gst-status.ts'
import { addressText } from '#shop/values/india-address.ts'
import type { Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { deliveryOnPaper } from '../delivery/delivery-text.ts'
import { awaitsPrice, type ItemStatus } from '../item-status.ts'
import {
  lineKey,
  type NetCharge,
  paidOnlinePaise,
  shippingOf,
  waivedPaise,
} from '../money/ledger.ts'
import { surchargeLabel } from '../money/order-money.ts'
import type { Order, OrderItem } from '../order.ts'
import { awaitsAnyPrice, isAnyMade } from '../order-rules.ts'
import type {
  DocumentContent,
  DocumentKind,
  DocumentLine,
  PersonalWords,
} from './document-content.schema.ts'
import { cakeTax, placeOfSupply, sumTaxed, type TaxTerms, taxed } from './tax.ts'

/** With user text, which is printed below the details. */
export interface OrderLine extends DocumentLine {
  typed: string[]
}

/** `note` says why it has no price. */
function itemLine(item: OrderItem, paise: Paise, terms: TaxTerms, note = ''): OrderLine {
  const choice = [item.flavour, formatWeight(item.wt), item.egg].filter(Boolean).join(', ')
  const name = item.bname && `Name on cake: ${item.bname}`
  const isWhole = paise === item.unitPaise * item.amount
  return {
    of: item.id,
    title: item.name,
    // The flavour of a customised cake is user text.
    details: (item.customize ? [] : [choice]).filter(Boolean),
    typed: [item.customize ? choice : '', name, note].filter(Boolean),
    quantity: note || isWhole ? item.amount : null,
    rate: note || !isWhole ? null : item.unitPaise,
    amount: taxed(paise, terms),
  }
}

/** Items in their order, then the delivery. */
export function chargedLines(
  order: Pick<Order, 'items'>,
  charges: readonly NetCharge[],
  terms: TaxTerms,
): OrderLine[] {
  const paiseOf = new Map(charges.map((charge) => [lineKey(charge), charge.paise]))
  const shipping = (of: 'delivery' | 'surcharge', title: string) => {
    const paise = paiseOf.get(of)
    return paise === undefined ? [] : [shippingLine(of, title, paise, terms)]
  }
  return [
    ...order.items.flatMap((item) => {
      const paise = paiseOf.get(item.id)
      return paise === undefined ? [] : [itemLine(item, paise, terms)]
    }),
    ...shipping('delivery', 'Delivery'),
    ...shipping('surcharge', surchargeLabel),
  ]
}

/**
 * Delivery is ancillary to the cakes: one supply with the cakes as its principal part (CGST Act, sections 2(30) and
 * 8(a)). So it has their HSN and their tax in every state.
 */
function shippingLine(
  of: 'delivery' | 'surcharge',
  title: string,
  paise: Paise,
  terms: TaxTerms,
): OrderLine {
  const amount = taxed(paise, terms)
  return { of, title, details: [], typed: [], quantity: null, rate: paise, amount }
}

/** A tax document, or the summary of an order that has none yet. */
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
  dueInCash: Paise
  /** Only on a summary: a price is not agreed yet, so the total may rise. */
  awaitsPrice: boolean
  /** False on a tax document. */
  cancelled: boolean
}

interface PaperNames {
  title: string
  /** As it is called in a sentence and in a file's name. */
  name: string
  below: string
}

const below = 'Original for recipient'
const invoiceNames: Record<GstStatus, PaperNames> = {
  regular: { title: 'Tax Invoice', name: 'Invoice', below },
  composition: { title: 'Bill of Supply', name: 'Bill of supply', below },
  unregistered: { title: 'Invoice', name: 'Invoice', below: 'Receipt' },
}

/** What a paper is called: an invoice by how its seller is registered (CGST Act, section 31; rules 46 and 49). */
export function paperNames({ kind, seller }: Pick<Paper, 'kind' | 'seller'>): PaperNames {
  const names = invoiceNames[seller.gst ?? 'regular']
  switch (kind) {
    case 'invoice':
      return names
    case 'credit-note':
      return { title: 'Credit Note', name: 'Credit note', below }
    case 'summary': {
      const below = `This is not ${names.title === 'Invoice' ? 'an' : 'a'} ${names.title.toLowerCase()}`
      return { title: 'Order Summary', name: 'Order summary', below }
    }
  }
}

/** Whether a paper says anything of tax. */
export function hasTax({ seller }: Pick<Paper, 'seller'>): boolean {
  return (seller.gst ?? 'regular') === 'regular'
}

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

/** The current state of an order without an agreed price. Not a tax document. */
export function orderSummary(order: Order, shop: ShopDetails): Paper {
  const { interstate, state, address } = supplyOf(order, shop)
  const issuedAt = order.placedAt ?? order.createdAt
  const tax = cakeTax(shop, issuedAt)
  const terms = { ...tax, interstate }
  const lines: DocumentLine[] = [
    ...order.items.map((item) => {
      const note = noteOf(item)
      return itemLine(item, note ? 0 : item.unitPaise * item.amount, terms, note)
    }),
    ...shippingLines(order, terms),
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
    ...tax,
    lines,
    total,
    paidByCard,
    dueInCash: cancelled ? 0 : total.total - paidByCard - waivedPaise(order),
    credits: null,
    awaitsPrice: awaitsAnyPrice(order),
    cancelled,
  }
}

function shippingLines(order: Order, terms: TaxTerms) {
  const { feePaise, surchargePaise } = shippingOf(order)
  const line = (of: 'delivery' | 'surcharge', title: string, paise: Paise) =>
    shippingLine(of, title, paise, terms)
  return [
    ...(order.isPickup ? [] : [line('delivery', 'Delivery', feePaise)]),
    ...(surchargePaise > 0 ? [line('surcharge', surchargeLabel, surchargePaise)] : []),
  ]
}

export function supplyOf(
  { address, isPickup }: Pick<Order, 'address' | 'isPickup'>,
  shop: ShopDetails,
) {
  const where = addressText(address)
  const { interstate, ...state } = placeOfSupply(isPickup ? null : address, shop)
  return { interstate, state, address: isPickup ? `Picked up at ${where}` : where }
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
