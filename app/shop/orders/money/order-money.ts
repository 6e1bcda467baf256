import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import type { Order, OrderItem } from '../order.ts'
import { isAnyMade } from '../order-rules.ts'
import {
  cashPaise,
  isPrepaid,
  paidOnlinePaise,
  refundedPaise,
  shippingOf,
  waivedPaise,
} from './ledger.ts'

/** What an order costs and how that is paid, as far as people see it. */
export interface OrderAmounts {
  /** Of all lines, as {@link subtotalPaise} says. */
  subtotalPaise: Paise
  /** The delivery itself. */
  feePaise: Paise
  /** What its slot costs more. */
  surchargePaise: Paise
  paidOnlinePaise: Paise
  refundedPaise: Paise
  /** What of the rest is owed no more. */
  waivedPaise: Paise
  /** What it costs when it is handed over; 0 where nothing is made. */
  cashPaise: Paise
}

export function orderAmounts(order: Order): OrderAmounts {
  return {
    ...shippingOf(order),
    subtotalPaise: subtotalPaise(order),
    paidOnlinePaise: paidOnlinePaise(order),
    refundedPaise: refundedPaise(order),
    waivedPaise: waivedPaise(order),
    cashPaise: cashPaise(order),
  }
}

/**
 * All lines of an order at the prices that its customer agreed to. What is paid when it is handed over and is dropped is not
 * among it; where nothing is made, it says what was ordered.
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

/** "We’ve refunded ₹199. It will reach you …", to the customer. */
export function refundedText(amountPaise: Paise): string {
  return `We’ve refunded ${formatInr(amountPaise)}. ${refundArrives('you')}`
}

/** What an order costs less at the door, to the customer. */
export function lessInCashText(amountPaise: Paise): string {
  return `You pay ${formatInr(amountPaise)} less in cash.`
}

/** How and when a refund arrives, as a sentence for its reader: the customer, or the shop. */
export function refundArrives(to: 'you' | 'the customer'): string {
  const payer = to === 'you' ? 'you' : 'they'
  return `It will reach ${to} in 5 to 7 working days, the way ${payer} paid.`
}

/** What is due in cash once a quote is accepted, apart from the quoted cake itself. */
export interface CashBreakdown {
  /** Customised cakes of the same order whose prices are agreed. */
  otherCakesPaise: Paise
  /** Nothing where it was paid online. */
  shippingPaise: Paise
  /** What of all that is due no more. */
  waivedPaise: Paise
  totalPaise: Paise
}

/** What is due in cash if a line has this price. */
export function cashBreakdown(
  order: Order,
  item: Pick<OrderItem, 'id'>,
  linePaise: Paise,
): CashBreakdown {
  const agreed = order.items.filter(({ customize, status }) => customize && status !== 'cancelled')
  const otherCakesPaise = priceOf(agreed.filter(({ id }) => id !== item.id))
  const waived = waivedPaise(order)
  const shippingPaise = cashPaise(order) + waived - priceOf(agreed)
  return {
    otherCakesPaise,
    shippingPaise,
    waivedPaise: waived,
    totalPaise: linePaise + otherCakesPaise + shippingPaise - waived,
  }
}

function priceOf(items: readonly OrderItem[]): Paise {
  return items.reduce((sum, { unitPaise, amount }) => sum + unitPaise * amount, 0)
}

/** After so many attempts of a refund the owner is mailed to add money at the provider. */
export const attemptsUntilMail = 3

/** Why an amount of a card payment cannot be refunded, as a sentence; null when it can. */
export function refundError(amountPaise: Paise, leftPaise: Paise): string | null {
  if (leftPaise <= 0) return 'The card payment is already fully refunded.'
  return amountPaise > leftPaise
    ? `Only ${formatInr(leftPaise)} of the card payment is left to refund.`
    : null
}

/** Reads a typed amount of rupees; a sentence when it cannot be refunded. */
export function readRefund(text: string, leftPaise: Paise): Paise | string {
  const typed = text.trim()
  if (typed === '') return 'Please enter the amount in rupees.'
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(typed)) return 'Please enter the amount as a number, like 450.'
  const amountPaise = toPaise(Number(typed))
  if (amountPaise === 0) return 'The amount must be more than 0.'
  return refundError(amountPaise, leftPaise) ?? amountPaise
}
