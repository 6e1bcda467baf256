/** The most pictures that a customer may upload for one cake, beside one from the designer. */
export const maxUploadedDesigns = 5
export const maxDetailLength = 2000

/** ' 1,50 kg' becomes '1.5'. Text that is no weight stays as it is. */
export function normaliseKilos(text: string): string {
  const bare = text
    .trim()
    .replace(',', '.')
    .replace(/kg\.?$/i, '')
    .trimEnd()
  return /^(\d{1,3}|\d{0,3}\.\d{1,2})$/.test(bare) ? String(Number(bare)) : text.trim()
}
