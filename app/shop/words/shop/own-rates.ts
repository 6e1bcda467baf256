import { type GoodsRate, lawRates, ratesOn } from '#shop/values/gst/goods-rates.ts'
import type { SavedWords } from '../words.ts'

const prefix = 'rate.'

/** The words under which a rate is saved, 'rate.2026-12-01.bread', with the text '19059090 5'. */
export function rateKey({ category, from }: Pick<GoodsRate, 'category' | 'from'>): string {
  return `${prefix}${from}.${category.toLowerCase()}`
}

export function rateText(tax: Pick<GoodsRate, 'hsn' | 'gstPercent'> | null): string {
  return tax ? `${tax.hsn} ${tax.gstPercent}` : ''
}

/** What the owner has changed; what was taken back is left out. */
export function ownRates(saved: SavedWords): GoodsRate[] {
  return [...saved].flatMap(([key, { text }]) => {
    if (!key.startsWith(prefix) || text === '') return []
    const [hsn = '', percent] = text.split(' ')
    const from = key.slice(prefix.length, prefix.length + 10)
    const category = key.slice(prefix.length + 11)
    return [{ category, from, hsn, gstPercent: Number(percent) }]
  })
}

/** The law's rates, and after them the owner's, which count where both are of one day. */
export function allRates(saved: SavedWords): readonly GoodsRate[] {
  const own = ownRates(saved)
  return own.length === 0 ? lawRates : [...lawRates, ...own]
}

export type ListedRate = GoodsRate & { isToCome: boolean }

/** What the owner looks at: the rate of each category today, and what was said for days to come. */
export function listedRates(rates: readonly GoodsRate[], today: string): ListedRate[] {
  const later = rates.filter(({ from }) => from > today)
  const toCome = new Map(
    later
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .map((rate) => [rateKey(rate), { ...rate, isToCome: true }]),
  )
  const now = [...ratesOn(rates, today).values()].map((rate) => ({ ...rate, isToCome: false }))
  return [...now, ...toCome.values()].toSorted((a, b) => a.category.localeCompare(b.category))
}
