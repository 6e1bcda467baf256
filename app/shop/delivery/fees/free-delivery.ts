import type { Paise } from '#shop/values/money.ts'
import type { DeliveryTerms } from './delivery-terms.ts'

/** How much more of a subtotal makes the delivery free; null where it is free already, or never. */
export function missingForFree(
  { feePaise, freeFromPaise }: Pick<DeliveryTerms, 'feePaise' | 'freeFromPaise'>,
  subtotal: Paise,
): Paise | null {
  if (feePaise === 0 || freeFromPaise === null || subtotal >= freeFromPaise) return null
  return freeFromPaise - subtotal
}
