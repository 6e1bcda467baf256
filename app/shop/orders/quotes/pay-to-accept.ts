import { type Paise, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'

/** What may be paid online to accept a quote. */
export interface QuotePayment {
  /** What has to be paid; 0: all of it may be paid at the hand-over. */
  requiredPaise: Paise
  /** All that the hand-over would cost. */
  allPaise: Paise
}

interface Accepted {
  /** The quoted cake, all its pieces. */
  linePaise: Paise
  /** What the hand-over costs once the quote is accepted. */
  duePaise: Paise
  /** A gift for somebody else, a guest, and the midnight slot: nobody pays for their own present, or after midnight. */
  isPaidAhead: boolean
}

/** What is paid online before a quote counts as accepted; 0: all of it is paid at the hand-over. */
export function payToAccept(
  { linePaise, duePaise, isPaidAhead }: Accepted,
  { depositPercent }: Pick<ShopDetails, 'depositPercent'>,
): Paise {
  if (isPaidAhead || depositPercent === 100) return duePaise
  return Math.min(duePaise, toPaise(Math.ceil((linePaise * depositPercent) / 100_00)))
}
