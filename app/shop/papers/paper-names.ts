import type { GoodsTax } from '#shop/values/gst/goods-rates.ts'
import type { GstStatus } from '#shop/values/gst/taxpayer.ts'
import type { Paper } from './paper.ts'

interface PaperNames {
  title: string
  /** As it is called in a sentence and in a file's name. */
  name: string
  below: string
}

const below = 'Original for recipient'
const invoiceNames: Record<GstStatus | 'mixed' | 'exempt', PaperNames> = {
  mixed: { title: 'Invoice-cum-bill of supply', name: 'Invoice', below },
  exempt: { title: 'Bill of Supply', name: 'Bill of supply', below },
  regular: { title: 'Tax Invoice', name: 'Invoice', below },
  composition: { title: 'Bill of Supply', name: 'Bill of supply', below },
  unregistered: { title: 'Invoice', name: 'Invoice', below: 'Receipt' },
}

/**
 * What a paper is called: an invoice by how its seller is registered, and by what is sold (CGST Act, section 31; rules
 * 46, 46A and 49).
 */
export function paperNames({
  kind,
  seller,
  lines,
}: Pick<Paper, 'kind' | 'seller' | 'lines'>): PaperNames {
  const names = invoiceNames[invoiceKind(seller.gst ?? 'regular', lines)]
  switch (kind) {
    case 'invoice':
      return names
    case 'credit-note':
      return { title: 'Credit Note', name: 'Credit note', below }
    case 'summary': {
      const below = `This is not ${names.title.startsWith('Invoice') ? 'an' : 'a'} ${names.title.toLowerCase()}`
      return { title: 'Order Summary', name: 'Order summary', below }
    }
  }
}

function invoiceKind(gst: GstStatus, lines: readonly GoodsTax[]): keyof typeof invoiceNames {
  const exempt = lines.filter(({ gstPercent }) => gstPercent === 0).length
  if (gst !== 'regular' || exempt === 0) return gst
  return exempt === lines.length ? 'exempt' : 'mixed'
}

/** Whether a paper says anything of tax. */
export function hasTax({ seller }: Pick<Paper, 'seller'>): boolean {
  return (seller.gst ?? 'regular') === 'regular'
}

/** The tax in per cent of all lines; null if they differ. */
export function oneRate({ lines }: Pick<Paper, 'lines'>): number | null {
  const [percent, ...others] = new Set(lines.map(({ gstPercent }) => gstPercent))
  return others.length > 0 ? null : (percent ?? null)
}
