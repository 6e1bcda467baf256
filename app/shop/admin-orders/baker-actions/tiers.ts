import { formatWeight, kilos } from '#shop/values/weight.ts'

/** How customers and the designer call so many tiers, and what they need in kg. */
const tiers = [
  [/\b(three|3)[ -]tier/i, 'Three', 4],
  [/\b(two|2)[ -]tier/i, 'Two', 2],
] as const

/** 'Three tiers need about 4 kg, and this is 2.5 kg.' Null if the weight is enough for the tiers that its text names. */
export function tiersHint({ detail, wt }: { detail: string; wt: string }): string | null {
  const kg = kilos(wt)
  const [, count, neededKg = 0] = tiers.find(([named]) => named.test(detail)) ?? []
  if (kg === null || kg >= neededKg) return null
  return `${count} tiers need about ${neededKg} kg, and this is ${formatWeight(wt)}.`
}
