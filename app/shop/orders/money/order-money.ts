import { formatInr, type Paise } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-rupees.ts'
import type { Order, OrderItem } from '../order.ts'
import { isAnyMade } from '../order-rules.ts'
import {
  cashPaise,
  collectPaise,
  failedRefundPaise,
  givenBackPaise,
  isPrepaid,
  type PaymentMethod,
  paidAheadPaise,
  paidOnlinePaise,
  refundedPaise,
  shippingOf,
  waivedPaise,
} from './ledger.ts'

export interface OrderAmounts {
  subtotalPaise: Paise
  /** Without the surcharge. */
  feePaise: Paise
  surchargePaise: Paise
  paidOnlinePaise: Paise
  refundedPaise: Paise
  /** The part of it that did not reach the customer. */
  failedRefundPaise: Paise
  waivedPaise: Paise
  /** Of what was taken when it was handed over. */
  givenBackPaise: Paise
  /** Asked for at the hand-over; 0 if nothing is made. */
  cashPaise: Paise
}

export function orderAmounts(order: Order): OrderAmounts {
  return {
    ...shippingOf(order),
    subtotalPaise: subtotalPaise(order),
    paidOnlinePaise: paidOnlinePaise(order),
    refundedPaise: refundedPaise(order),
    failedRefundPaise: failedRefundPaise(order),
    waivedPaise: waivedPaise(order),
    givenBackPaise: givenBackPaise(order),
    cashPaise: collectPaise(order),
  }
}

/**
 * All lines at the agreed prices. Dropped items that would be paid at the hand-over are not included. If nothing is
 * made, the subtotal of what was ordered.
 */
export function subtotalPaise(order: Order): Paise {
  const isAny = isAnyMade(order)
  return priceOf(
    order.items.filter((item) => {
      const isDropped = item.status === 'cancelled' && isAny
      return !isDropped || isPrepaid(order, { itemId: item.id })
    }),
  )
}

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

/** Sentence to the customer or the shop. */
export function refundArrives(to: 'you' | 'the customer'): string {
  const payer = to === 'you' ? 'you' : 'they'
  return `It will reach ${to} in 5 to 7 working days, the way ${payer} paid.`
}

/** The amount due in cash after a quote is accepted, without the quoted cake itself. */
export interface CashBreakdown {
  /** Other customised cakes of the order with agreed prices. */
  otherCakesPaise: Paise
  /** 0 if it was paid online. */
  shippingPaise: Paise
  /** The part of it that is no longer due. */
  waivedPaise: Paise
  /** The part of it that was paid online before. */
  paidAheadPaise: Paise
  totalPaise: Paise
}

/** The amount due in cash if the line has this price. */
export function cashBreakdown(
  order: Order,
  item: Pick<OrderItem, 'id'>,
  linePaise: Paise,
): CashBreakdown {
  const agreed = order.items.filter(({ customize, status }) => customize && status !== 'cancelled')
  const otherCakesPaise = priceOf(agreed.filter(({ id }) => id !== item.id))
  const [waived, ahead] = [waivedPaise(order), paidAheadPaise(order)]
  const shippingPaise = cashPaise(order) + waived - priceOf(agreed)
  return {
    otherCakesPaise,
    shippingPaise,
    waivedPaise: waived,
    paidAheadPaise: ahead,
    totalPaise: linePaise + otherCakesPaise + shippingPaise - waived - ahead,
  }
}

function priceOf(items: readonly OrderItem[]): Paise {
  return items.reduce((sum, { unitPaise, amount }) => sum + unitPaise * amount, 0)
}

/** After this many failed attempts the owner is mailed to add money at the provider. */
export const attemptsUntilMail = 3

/** As a sentence; null if the amount can be refunded. */
export function refundError(
  amountPaise: Paise,
  leftPaise: Paise,
  method: PaymentMethod = 'provider',
): string | null {
  const isCard = method === 'provider'
  if (leftPaise <= 0) {
    return isCard
      ? 'The card payment is already fully refunded.'
      : 'Nothing that was taken is left.'
  }
  const what = isCard ? 'the card payment' : 'what was taken'
  return amountPaise > leftPaise
    ? `Only ${formatInr(leftPaise)} of ${what} is left to refund.`
    : null
}

/** Reads rupees; a sentence if the amount cannot be refunded. */
export function readRefund(text: string, leftPaise: Paise, method?: PaymentMethod): Paise | string {
  if (text.trim() === '') return 'Please enter the amount in rupees.'
  const amountPaise = parseRupees(text)
  if (amountPaise === null) return 'Please enter the amount as a number, like 450.'
  if (amountPaise === 0) return 'The amount must be more than 0.'
  return refundError(amountPaise, leftPaise, method) ?? amountPaise
}
