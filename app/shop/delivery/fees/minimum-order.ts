import { formatInr, type Paise } from '#shop/values/money.ts'
import type { Zone } from '../delivery-plan.schema.ts'

/**
 * What is missing to the smallest order of a zone, as a sentence; null if nothing is. A customised cake has no price yet
 * and is delivered anyhow.
 */
export function minimumError(
  { name, minimumPaise }: Pick<Zone, 'name' | 'minimumPaise'>,
  { subtotal, hasCustom }: { subtotal: Paise; hasCustom: boolean },
): string | null {
  const missing = minimumPaise - subtotal
  if (missing <= 0 || hasCustom) return null
  return `We deliver to ${name} from ${formatInr(minimumPaise)}. Please add ${formatInr(missing)} more.`
}
