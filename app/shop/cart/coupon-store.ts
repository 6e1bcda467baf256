import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import type { Coupon } from './coupon.ts'

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
