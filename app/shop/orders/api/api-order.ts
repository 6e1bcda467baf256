import { toRupees } from '#shop/values/money.ts'
import type { DeliveryTime } from '../delivery/delivery-text.ts'
import { locksAt } from '../fulfilment/order-lock.ts'
import {
  cashPaise,
  paidOnlinePaise,
  refundedPaise,
  shippingOf,
  waivedPaise,
} from '../money/ledger.ts'
import { subtotalPaise } from '../money/order-money.ts'
import type { Order as ApiOrder, OrderItem as ApiOrderItem } from '../order.schema.ts'
import type { Order, OrderItem } from '../order.ts'
import { shopCancelError } from '../order-rules.ts'

/** An order in the specification's shape: rupees, ISO 8601, `isConfirmed`, the array `order`. */
export function toApiOrder(order: Order): ApiOrder {
  const { feePaise, surchargePaise } = shippingOf(order)
  const { slot, ...delivery } = toDeliveryTime(order)
  const waived = waivedPaise(order)
  return {
    id: order.id,
    number: order.number,
    created_at: (order.placedAt ?? order.createdAt).toISOString(),
    ...delivery,
    ...(slot && { slot: { ...slot, surcharge: toRupees(surchargePaise) } }),
    address: order.address,
    user: {
      name: order.customerName,
      mobileno: order.customerMobile,
      email: order.customerEmail,
    },
    order: order.items.map(toApiItem),
    subtotal: toRupees(subtotalPaise(order)),
    shipping: toRupees(feePaise + surchargePaise),
    paidByCard: toRupees(paidOnlinePaise(order)),
    dueInCash: toRupees(cashPaise(order)),
    ...(waived > 0 && { waived: toRupees(waived) }),
    refunded: toRupees(refundedPaise(order)),
    canCancel: shopCancelError(order) === null,
    fulfilment: order.fulfilment,
    locksAt: locksAt(order).toISOString(),
    riderNote: order.riderNote,
    gift: toGift(order),
  }
}

/** When an order is delivered; without a slot where it has none. */
export function toDeliveryTime(
  order: Pick<Order, 'deliveryAt' | 'slotStartsAt' | 'slotEndsAt' | 'isPickup'>,
): DeliveryTime {
  const { slotStartsAt, slotEndsAt } = order
  const time = order.deliveryAt.toISOString()
  if (!slotStartsAt || !slotEndsAt) return { time }
  const slot = { start: slotStartsAt.toISOString(), end: slotEndsAt.toISOString() }
  return order.isPickup ? { time, slot, pickup: true } : { time, slot }
}

function toGift(order: Order): ApiOrder['gift'] {
  const { recipientName, giftMessage: message, giftFrom: from } = order
  if (recipientName === null && !message && !from) return undefined
  const { recipientMobile: mobile, recipientEmail: email, isSurprise: surprise } = order
  const recipient = recipientName === null ? null : { name: recipientName, mobile, email, surprise }
  return { recipient, message, from }
}

function toApiItem(item: OrderItem): ApiOrderItem {
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
    quote: null,
  }
}
