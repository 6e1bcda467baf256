import { z } from 'zod'
import { toRupees } from '#shop/values/money.ts'
import { fulfilmentStatuses } from '../fulfilment/fulfilment-status.ts'
import { giftOf } from '../gift/gift.ts'
import { itemStatuses } from '../item-status.ts'
import { locksAt, noSuchOrderText } from '../order-rules.ts'
import type { OrderDocument, ShownItem, ShownOrder } from '../shown-order.ts'

export const orderIdSchema = z.uuid(noSuchOrderText)

/** Prices in rupees. */
const orderItemSchema = z.object({
  id: z.string(),
  cakeid: z.string().nullable().describe('Null for a customised cake, or when the cake is gone'),
  name: z.string(),
  category: z.string(),
  flavour: z.string(),
  wt: z.string().describe('kg'),
  egg: z.enum(['Egg', 'Eggless']).nullable().describe('Null where it is not known'),
  chosen: z.array(z.string()).describe('The option of each choice: `Shape: Heart +100`'),
  amount: z.number().int(),
  bname: z.string().describe('Name on the cake'),
  detail: z.string(),
  customize: z.boolean(),
  image: z.array(z.string()),
  isConfirmed: z.enum(itemStatuses),
  preparedAt: z
    .string()
    .nullable()
    .describe('When it was marked as prepared; null before, or where it is not known'),
  price: z.number().describe("The cake's price then: per kg, or per piece for 'pestry'"),
  subtotal: z
    .number()
    .describe('What this line costs; 0 for a customised cake until its price is accepted'),
  problem: z.string().describe("Why the baker cannot make it; '' unless it is rejected or dropped"),
  quote: z
    .object({
      id: z.string(),
      price: z.number().describe('For one cake'),
      total: z.number().describe('For all of this line'),
      quotedAt: z.string(),
      answerBy: z.string().describe('Until when it may be answered'),
    })
    .nullable()
    .describe('The price that waits for the customer’s answer'),
})

const orderDocumentSchema = z.object({
  id: z.string().describe('For GET /orders/generatepdf?document='),
  kind: z.enum(['invoice', 'credit-note']),
  serial: z.string(),
  issuedAt: z.string(),
  total: z.number(),
})

/** Amounts in rupees, instants in ISO 8601 UTC. */
export const orderSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  created_at: z.string().describe('When it was placed'),
  time: z.string().describe('When it is to be delivered'),
  slot: z
    .object({
      start: z.string(),
      end: z.string(),
      surcharge: z.number().describe('Of the slot; a part of shipping'),
    })
    .optional()
    .describe('The slot that it was ordered for; left out where the shop had none'),
  pickup: z.literal(true).optional().describe('Present where its customer comes for it'),
  address: z.string().describe('Where it goes; the shop’s for pickup'),
  user: z.object({ name: z.string(), mobileno: z.string(), email: z.string() }),
  order: z.array(orderItemSchema),
  subtotal: z
    .number()
    .describe(
      'All lines, with customised cakes at the prices their customer agreed to, and without what was due in cash and is dropped',
    ),
  coupon: z
    .object({ code: z.string(), off: z.number().describe('Of the subtotal') })
    .optional()
    .describe('Left out without one'),
  shipping: z.number(),
  paidByCard: z.number(),
  dueInCash: z
    .number()
    .describe(
      'What is still to be paid: subtotal, less what the coupon takes off, and shipping, less what was taken off and paid',
    ),
  waived: z
    .number()
    .optional()
    .describe(
      'What was taken off: waived, refunded by the shop, or less for being late; left out where nothing is',
    ),
  refunded: z.number(),
  canCancel: z
    .boolean()
    .describe('Whether its customer may, in their own orders; elsewhere whether the shop may'),
  documents: z
    .array(orderDocumentSchema)
    .optional()
    .describe(
      'Its invoices and credit notes, in the order of issue, where one reads one’s own orders',
    ),
  fulfilment: z.enum(fulfilmentStatuses).describe('How far it is on its way'),
  locksAt: z
    .string()
    .describe('Until when its customer may cancel or change it, unless it is baked before'),
  riderNote: z.string().describe('For the rider only'),
  gift: z
    .object({
      recipient: z
        .object({
          name: z.string(),
          mobile: z.string().describe("Ten digits; '' where it is not known"),
          email: z.string(),
          surprise: z.boolean().describe('Nobody calls or writes before it is out for delivery'),
        })
        .nullable()
        .describe('Null where its customer orders for themselves'),
      message: z.string().describe('For the printed card only'),
      from: z.string(),
    })
    .optional()
    .describe('Left out where it is for nobody else and has no card'),
})

export type ApiOrder = z.infer<typeof orderSchema>

/** An order in the specification's shape: rupees, ISO 8601, `isConfirmed`, the array `order`. */
export function toApiOrder(order: ShownOrder, { canCancel }: { canCancel: boolean }): ApiOrder {
  const { slotStartsAt, slotEndsAt, surchargePaise, takenOffPaise, documents } = order
  return {
    id: order.id,
    number: order.number,
    created_at: order.placedAt.toISOString(),
    time: order.deliveryAt.toISOString(),
    ...(slotStartsAt &&
      slotEndsAt && {
        slot: {
          start: slotStartsAt.toISOString(),
          end: slotEndsAt.toISOString(),
          surcharge: toRupees(surchargePaise),
        },
      }),
    ...(order.isPickup && { pickup: true }),
    address: order.address,
    user: {
      name: order.customerName,
      mobileno: order.customerMobile,
      email: order.customerEmail,
    },
    order: order.items.map(toApiItem),
    subtotal: toRupees(order.subtotalPaise),
    ...(order.coupon && { coupon: { code: order.coupon, off: toRupees(order.couponPaise) } }),
    shipping: toRupees(order.feePaise + surchargePaise),
    paidByCard: toRupees(order.paidOnlinePaise),
    dueInCash: toRupees(Math.max(0, order.duePaise)),
    ...(takenOffPaise > 0 && { waived: toRupees(takenOffPaise) }),
    refunded: toRupees(order.refundedPaise - order.failedRefundPaise),
    canCancel,
    ...(documents && { documents: documents.map(toApiDocument) }),
    fulfilment: order.fulfilment,
    locksAt: locksAt(order).toISOString(),
    riderNote: order.riderNote,
    gift: toApiGift(order),
  }
}

function toApiGift(order: ShownOrder): ApiOrder['gift'] {
  const { recipient, giftMessage: message, giftFrom: from } = giftOf(order)
  return recipient || message || from ? { recipient, message, from } : undefined
}

function toApiItem(item: ShownItem): ApiOrder['order'][number] {
  const { quote } = item
  return {
    id: item.id,
    cakeid: item.cakeId,
    name: item.name,
    category: item.category,
    flavour: item.flavour,
    wt: item.wt,
    egg: item.egg,
    chosen: item.chosen,
    amount: item.amount,
    bname: item.bname,
    detail: item.detail,
    customize: item.customize,
    image: item.image,
    isConfirmed: item.status,
    preparedAt: item.preparedAt?.toISOString() ?? null,
    price: toRupees(item.pricePaise),
    subtotal: toRupees(item.unitPaise * item.amount),
    problem: item.problem,
    quote: quote && {
      id: quote.id,
      price: toRupees(quote.pricePaise),
      total: toRupees(quote.pricePaise * item.amount),
      quotedAt: quote.quotedAt.toISOString(),
      answerBy: quote.answerBy.toISOString(),
    },
  }
}

function toApiDocument({ issuedAt, totalPaise, ...document }: OrderDocument) {
  return { ...document, issuedAt: issuedAt.toISOString(), total: toRupees(totalPaise) }
}
