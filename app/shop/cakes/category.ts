/** Pastries are spelled 'pestry' in the data. */
const pastries = { value: 'pestry', label: 'Pastry', plural: 'Pastries' }

/** Pastries cost the same whatever their weight. */
export function isPricedFlat(category: string): boolean {
  return category === pastries.value
}

/** A category as people read it: 'Pastry', 'Chocolate'. */
export function categoryLabel(category: string): string {
  return category === pastries.value ? pastries.label : category
}

/** What a category has, as people read it: 'Pastries', 'Chocolate cakes'. */
export function categoryCakes(category: string): string {
  return category === pastries.value ? pastries.plural : `${category} cakes`
}

/** The category that people write: 'Pastry' and 'pastries' are 'pestry'. */
export function toCategory(text: string): string {
  return /^(pestry|pastry|pastries)$/i.test(text) ? pastries.value : text
}

/** What a category is searched by, in lower case. */
export function categoryWords(category: string): string {
  const words = category === pastries.value ? `${pastries.label} ${pastries.plural}` : category
  return words.toLowerCase()
}
