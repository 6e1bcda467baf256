const kilosPattern = /^\d{1,3}(\.\d{1,3})?$/

/** A weight such as '0.5' in kg; null when the text is no weight above 0. */
export function kilos(wt: string): number | null {
  return kilosPattern.test(wt) && Number(wt) > 0 ? Number(wt) : null
}

const maxShownInGrams = 0.25

/** Of what has none, as an extra. */
export const noWeight = '0'

/** As people read it: '0.1' is '100 g', '0.5' is '0.5 kg'. Up to a quarter of a kilo, pastries are weighed in grams. '' for none. */
export function formatWeight(wt: string): string {
  const kg = kilos(wt)
  if (kg !== null && kg <= maxShownInGrams) return `${Math.round(kg * 1000)} g`
  return wt && wt !== noWeight ? `${wt} kg` : ''
}

// Shops in India reckon 8 to 10 people to a kilogram of cake.
const peoplePerKilo = 9

/** About how many people a weight in kg serves, rounded to whole people, at least 1: '0.5' serves about 5. */
export function servesAbout(wt: string): number {
  return Math.max(1, Math.round((kilos(wt) ?? 0) * peoplePerKilo))
}
