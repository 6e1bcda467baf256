import { linePrice } from '#shop/cakes/cake-price.ts'
import { type DeliveryTerms, shippingCost, usualTerms } from '#shop/delivery/delivery-fees.ts'
import type { Paise } from '#shop/values/money.ts'
import type { CartLine } from './cart-line.ts'

export type PricedLine = Pick<CartLine, 'price' | 'category' | 'wt' | 'amount' | 'customize'> &
  Partial<Pick<CartLine, 'chosen'>>

export interface CartPrice {
  /** The ready-made cakes; customised ones have no price yet. */
  subtotal: Paise
  /** What the coupon takes off each line; empty where it takes nothing off. */
  shares: readonly Paise[]
  discount: Paise
  shipping: Paise
  total: Paise
  /** What the card pays: everything known, as soon as there is a ready-made cake. */
  cardTotal: Paise
  /** What is known to be due in cash: the shipping of customised cakes alone. Their prices join it later. */
  cashTotal: Paise
  hasReadyMade: boolean
  hasCustom: boolean
  items: number
}

/**
 * Prices a cart; browser and server both use it, and the server's answer is what is charged.
 * Throws a RangeError when a ready-made line's weight is no weight.
 *
 * @param terms of the delivery; null where they are not known yet, and nothing is counted for it. Its free delivery and its
 *   minimum count the cakes before the coupon
 * @param shares of `couponShares`, apart from here because every page knows its cart, and few have a coupon
 */
export function priceCart(
  lines: readonly PricedLine[],
  terms: DeliveryTerms | null = usualTerms,
  shares: readonly Paise[] = [],
): CartPrice {
  const readyMade = lines.filter((line) => !line.customize)
  const hasReadyMade = readyMade.length > 0
  const subtotal = readyMade.reduce((sum, line) => sum + linePrice(line, line.wt, line.amount), 0)
  const discount = shares.reduce((sum, share) => sum + share, 0)
  const shipping = terms && lines.length > 0 ? shippingCost(terms, subtotal) : 0
  const total = subtotal - discount + shipping
  return {
    subtotal,
    shares,
    discount,
    shipping,
    total,
    cardTotal: hasReadyMade ? total : 0,
    cashTotal: hasReadyMade ? 0 : shipping,
    hasReadyMade,
    hasCustom: readyMade.length < lines.length,
    items: lines.reduce((sum, line) => sum + line.amount, 0),
  }
}
