import type { ShopDetails } from '#shop/values/shop-details.ts'

/** The last line of every page: what the law and honesty want said of the shop. */
export function smallPrintOf({
  name,
  legalName,
  fssai,
  gst,
  gstin,
  isSample,
}: ShopDetails): string {
  return [
    `© ${legalName || name}`,
    `FSSAI licence ${fssai}`,
    gstin && `GSTIN ${gstin}`,
    gst === 'regular' && 'Prices include all taxes',
    isSample && 'A shop to try: its details, words and pictures are samples',
  ]
    .filter(Boolean)
    .join(' · ')
}
