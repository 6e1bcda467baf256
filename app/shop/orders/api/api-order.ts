import { toRupees } from '#shop/values/money.ts'
import { giftOf } from '../gift/gift.ts'
import { locksAt } from '../order-rules.ts'
import type { OrderDocument, ShownItem, ShownOrder } from '../shown-order.ts'
import type { ApiOrder } from './order.schema.ts'

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
