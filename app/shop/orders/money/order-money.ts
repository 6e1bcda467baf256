import { formatInr, type Paise, sumPaise } from '#shop/values/money.ts'
import { cancelledStatuses } from '../item-status.ts'
import type { Order, OrderItem } from '../order.ts'
import { isAnyMade } from '../order-rules.ts'
import {
  duePaise,
  failedRefundPaise,
  givenBackPaise,
  paidOnlinePaise,
  refundedPaise,
  shippingOf,
  takenPaise,
} from './ledger.ts'

/**
 * What an order costs and what was paid for it, so that it adds up: subtotal, less its coupon, fee and surcharge, less what
 * was taken off and was paid, with what went back of it, is due.
 */
export interface OrderAmounts {
  /** What is made, at the agreed prices; what was ordered, if nothing is made. */
  subtotalPaise: Paise
  /** What the coupon takes off that. */
  couponPaise: Paise
  /** Without the surcharge. */
  feePaise: Paise
  surchargePaise: Paise
  /** Waived, refunded by the shop, or less for being late. */
  takenOffPaise: Paise
  paidOnlinePaise: Paise
  refundedPaise: Paise
  /** The part of it that did not reach the customer. */
  failedRefundPaise: Paise
  /** In cash and by UPI, at a door or counter. */
  takenPaise: Paise
  /** Of what was taken there. */
  givenBackPaise: Paise
  /** Still to be paid; below 0 what the shop still gives back. */
  duePaise: Paise
}

export function orderAmounts(order: Order): OrderAmounts {
  const { feePaise, surchargePaise } = shippingOf(order)
  const isAny = isAnyMade(order)
  const items = isAny ? order.items.filter(isMade) : order.items
  const couponPaise = items.reduce((sum, item) => sum + item.couponPaise, 0)
  const priced = {
    subtotalPaise: sumOf(items) + couponPaise,
    couponPaise,
    feePaise,
    surchargePaise,
  }
  const givenBack = givenBackPaise(order)
  return {
    ...priced,
    takenOffPaise: isAny ? totalOf(priced) - sumPaise(order.charges) : 0,
    paidOnlinePaise: paidOnlinePaise(order),
    refundedPaise: refundedPaise(order),
    failedRefundPaise: failedRefundPaise(order),
    takenPaise: takenPaise(order) + givenBack,
    givenBackPaise: givenBack,
    duePaise: duePaise(order),
  }
}

/** What an order costs by its prices, before anything is taken off it. */
export function totalOf({
  subtotalPaise,
  couponPaise,
  feePaise,
  surchargePaise,
}: Pick<OrderAmounts, 'subtotalPaise' | 'couponPaise' | 'feePaise' | 'surchargePaise'>): Paise {
  return subtotalPaise - couponPaise + feePaise + surchargePaise
}

const isMade = ({ status }: OrderItem) => !cancelledStatuses.includes(status)

export const surchargeLabel = 'Time slot surcharge'

/** "We’ve refunded ₹199. It will reach you …", to the customer or the shop. */
export function refundedText(
  amountPaise: Paise,
  to: Parameters<typeof refundArrives>[0] = 'you',
): string {
  return `We’ve refunded ${formatInr(amountPaise)}. ${refundArrives(to)}`
}

/** '' if every refund went through; to the customer. */
export function failedRefundText(failedPaise: Paise): string {
  if (failedPaise === 0) return ''
  return `Your refund of ${formatInr(failedPaise)} did not go through. We will contact you.`
}

export function moreInCashText(amountPaise: Paise, byShop: boolean): string {
  return `${byShop ? 'The customer pays' : 'You pay'} ${formatInr(amountPaise)} more in cash.`
}

export function lessInCashText(amountPaise: Paise): string {
  return `You pay ${formatInr(amountPaise)} less in cash.`
}

/** '' unless the shop still gives something back that was paid in cash or by UPI; to the customer. */
export function owedText(order: Pick<Order, 'charges' | 'payments'>): string {
  const owedPaise = -duePaise(order)
  return owedPaise > 0 ? `We owe you ${formatInr(owedPaise)} and give it back.` : ''
}

/** Sentence to the customer or the shop. */
export function refundArrives(to: 'you' | 'the customer'): string {
  const payer = to === 'you' ? 'you' : 'they'
  return `It will reach ${to} in 5 to 7 working days, the way ${payer} paid.`
}

/** What an item costs: its pieces, less what the order's coupon takes off them. */
export function itemPaise({
  unitPaise,
  amount,
  couponPaise,
}: Pick<OrderItem, 'unitPaise' | 'amount' | 'couponPaise'>): Paise {
  return unitPaise * amount - couponPaise
}

function sumOf(items: readonly OrderItem[]): Paise {
  return items.reduce((sum, item) => sum + itemPaise(item), 0)
}

/** After this many failed attempts the owner is mailed to add money at the provider. */
export const attemptsUntilMail = 3
