/** How many pictures of their own a customer may send for one cake, beside one that is drawn in the designer. */
export const maxUploadedDesigns = 5
export const maxDetailLength = 2000

/** A weight in the one spelling that is kept: ' 1,50 kg' is '1.5'. What is no weight stays as it is. */
export function normaliseKilos(text: string): string {
  const bare = text
    .trim()
    .replace(',', '.')
    .replace(/\s*kg\.?$/i, '')
  return /^(\d{1,3}|\d{0,3}\.\d{1,2})$/.test(bare) ? String(Number(bare)) : text.trim()
}
