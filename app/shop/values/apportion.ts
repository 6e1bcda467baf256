import type { Paise } from './money.ts'

/**
 * Divides whole paise in proportion to weights, by the largest remainders. If the paise are not above the total of the
 * weights, no share is above its weight.
 */
export function apportion(paise: Paise, weights: readonly number[]): Paise[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (all === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(weight) * BigInt(paise))
  const shares = exact.map((share) => Number(share / all))
  let rest = paise - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % all }))
    .sort((a, b) => (b.remainder > a.remainder ? 1 : b.remainder < a.remainder ? -1 : 0))
  for (const { index } of byRemainder) {
    if (rest === 0) break
    shares[index] = (shares[index] ?? 0) + 1
    rest -= 1
  }
  return shares
}
