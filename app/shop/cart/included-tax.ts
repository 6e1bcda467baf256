import { linePrice } from '#shop/cakes/cake-price.ts'
import { taxWithin } from '#shop/values/gst/tax-within.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import type { CartPrice, PricedLine } from './price-cart.ts'

/** What every page knows of tax. */
export interface GstByCategory {
  /** In per cent, by the category in lower case; '' is every other one. Empty in a shop that collects none. */
  gst: Record<string, number>
}

/** Below a total: 'Includes ₹42.86 GST'. '' in a shop that collects none, and while the price of a cake is to follow. */
export function includedTaxText(
  lines: readonly PricedLine[],
  { subtotal, shipping, hasCustom }: CartPrice,
  { gst, format }: GstByCategory & { format: (paise: Paise) => string },
): string {
  if (hasCustom) return ''
  const goods = lines.map((line) => ({
    paise: linePrice(line, line.wt, line.amount),
    gstPercent: gst[line.category.toLowerCase()] ?? gst[''] ?? 0,
  }))
  // Delivery is taxed as the goods, by their value.
  const rates = new Set(goods.map(({ gstPercent }) => gstPercent))
  const delivery = [...rates].map((gstPercent) => {
    const alike = goods.filter((line) => line.gstPercent === gstPercent)
    return { gstPercent, paise: Math.round((shipping * sumPaise(alike)) / subtotal) }
  })
  const tax = taxWithin([...goods, ...delivery])
  return tax > 0 ? `Includes ${format(tax)} GST` : ''
}
