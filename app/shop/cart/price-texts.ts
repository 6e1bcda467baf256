import type { Paise } from '#shop/values/money.ts'
import type { CartPrice } from './price-cart.ts'

/**
 * How a customised cake is paid, as a sentence without its full stop.
 *
 * @param isAhead whether nothing may be due at the hand-over
 * @param depositPercent of its price, paid online when it is accepted
 * @param atDoor when and how the rest may be paid, such as 'in cash on delivery'
 */
export function customPaymentText({
  isAhead = false,
  depositPercent,
  atDoor,
}: {
  isAhead?: boolean
  depositPercent: number
  atDoor: string
}): string {
  if (isAhead || depositPercent === 100) return 'You pay it online when you accept it'
  return depositPercent > 0
    ? `You pay ${depositPercent}% of it online when you accept it, and the rest then or ${atDoor}`
    : `You pay it when you accept it, or ${atDoor}`
}

/** For a cart: it is not known yet whom it is for, and when. */
export function customPriceNote(depositPercent = 0): string {
  const text = customPaymentText({ depositPercent, atDoor: 'when you get the cake' })
  const ahead =
    depositPercent === 100
      ? ''
      : ' For guests, gifts, at midnight and until you confirm your email, all is paid online.'
  return `We email you the price of your customised cake. ${text}.${ahead}`
}

/** '₹50', or '₹50 + price to follow' with a customised cake, which has no price yet. */
export function totalText({ total, hasCustom }: CartPrice, format: (paise: Paise) => string) {
  return hasCustom ? `${format(total)} + price to follow` : format(total)
}
