import { type Paise, toPaise, toRupees } from '#shop/values/money.ts'

const mostPercent = 9
const stepRupees = 10

/**
 * A computed price to strike through: the real one raised by 0 to 9 whole percent, rounded to rupees, then
 * reduced to a multiple of ₹10. Null when that is not above the real price, for then nothing is struck.
 * `random` gives numbers from 0 up to 1; draw once per page view, so that the price stands still.
 */
export function struckPrice(realPaise: Paise, random: () => number): Paise | null {
  const percent = Math.floor(random() * (mostPercent + 1))
  const inflated = Math.round(toRupees((realPaise * (100 + percent)) / 100))
  const struck = toPaise(inflated - (inflated % stepRupees))
  return struck > realPaise ? struck : null
}
