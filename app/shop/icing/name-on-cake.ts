/** As much as a cake has room for in icing, in characters. */
export const longestName = 60

/** A name as it is piped: without what cannot be seen, and with single spaces. */
export function tidyName(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Why a name cannot be piped, as a sentence; null when it can. */
export function refuseName(text: string): string | null {
  return [...text].length > longestName ? `A name can have ${longestName} letters` : null
}
