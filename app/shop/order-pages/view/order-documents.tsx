import { FileText } from 'lucide-react'
import { apiBase } from '#platform/http/api-client.ts'
import type { OrderDocument } from '#shop/orders/shown-order.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatRs } from '#shop/values/money.ts'

const names = { invoice: 'Invoice', 'credit-note': 'Credit note' } as const

/** Each with its PDF. */
export function OrderDocuments({ documents }: { documents: readonly OrderDocument[] }) {
  return (
    <ul aria-label="Invoices and credit notes" className="grid gap-x-6 text-sm">
      {documents.map(({ id, kind, serial, issuedAt, totalPaise }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3">
          <a
            href={`${apiBase}/orders/generatepdf?document=${id}`}
            download="invoice.pdf"
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-berry underline underline-offset-3"
          >
            <FileText size={16} aria-hidden="true" />
            <span>{`${names[kind]} ${serial}`}</span>
          </a>
          <span className="text-cocoa-soft">
            <span>{`${formatRs(totalPaise)} ·`}</span> <Moment at={issuedAt} />
          </span>
        </li>
      ))}
    </ul>
  )
}
