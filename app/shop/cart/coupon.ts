import { categoryCakes, linePrice } from '#shop/cakes/cake-price.ts'
import { apportion } from '#shop/values/apportion.ts'
import { formatInr, multiplyPaise, type Paise } from '#shop/values/money.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import type { PricedLine } from './price-cart.ts'

/** What a coupon takes off, and of what. It never changes; the server says who may use it, and when. */
export interface Coupon {
  /** 'DIWALI10' */
  code: string
  /** Off the cakes that it is for; null if it takes off `paise`. */
  percent: number | null
  /** Less than `fromPaise`. */
  paise: Paise | null
  /** What these cakes must come to. */
  fromPaise: Paise
  /** Of the cakes that it is for; empty for all that have a price. */
  categories: readonly string[]
}

/**
 * What a coupon takes off each line: in all its percentage or amount, to the paisa, in proportion to what the lines cost;
 * empty where they come to less than it asks for.
 * A customised cake, whose price is agreed later, has none.
 */
export function couponShares(coupon: Coupon | null, lines: readonly PricedLine[]): Paise[] {
  if (!coupon) return []
  const names = coupon.categories.map((category) => category.toLowerCase())
  const weights = lines.map((line) => {
    const isFor = names.length === 0 || names.includes(line.category.toLowerCase())
    return isFor && !line.customize ? linePrice(line, line.wt, line.amount) : 0
  })
  const subtotal = weights.reduce((sum, weight) => sum + weight, 0)
  if (subtotal < coupon.fromPaise) return []
  const { percent, paise } = coupon
  return apportion(percent === null ? (paise ?? 0) : percentOf(subtotal, percent), weights)
}

export const percentOf = (paise: Paise, percent: number) => multiplyPaise(paise, percent / 100)

/** '10% off', '₹100 off' */
export function couponText({ percent, paise }: Pick<Coupon, 'percent' | 'paise'>): string {
  return `${percent === null ? formatInr(paise ?? 0) : `${percent}%`} off`
}

/** 'Chocolate cakes, Pastries from ₹500' */
export function couponGoods({ fromPaise, categories }: Omit<Coupon, 'code'>): string {
  const cakes = categories.map(categoryCakes).join(', ') || 'ready-made cakes'
  return fromPaise > 0 ? `${cakes} from ${formatInr(fromPaise)}` : cakes
}

/** Why it takes nothing off a cart. */
export const couponMissing = (coupon: Coupon) =>
  `Coupon ${coupon.code} is for ${couponGoods(coupon)}.`

/** The coupon of the cart, as the server told it; null for none. */
export const storedCoupon = createStored('cakewala:coupon', parseCoupon)

function parseCoupon(stored: unknown): Coupon | null {
  const { code, percent, paise, fromPaise, categories } = fieldsOf(stored)
  const amounts = [percent ?? paise, fromPaise]
  if (!textOf(code) || !amounts.every((amount) => Number.isSafeInteger(amount))) return null
  return {
    code: textOf(code),
    percent: percent === null ? null : Number(percent),
    paise: paise === null ? null : Number(paise),
    fromPaise: Number(fromPaise),
    categories: Array.isArray(categories) ? categories.map(textOf) : [],
  }
}
