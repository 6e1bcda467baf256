import { Download } from 'lucide-react'
import { fileUrl, saveFile } from '#platform/http/api-client.ts'
import type { generatePdfEndpoint } from '#shop/orders/papers/papers.endpoints.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { useAction } from '#shop/values/use-action.ts'
import { buttonLook } from '#ui/button.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Spinner } from '#ui/loading.tsx'
import type { papersFileEndpoint } from '../accounting.endpoints.ts'
import type { ListedPaper, PaperPage } from './month-money.ts'

const documentUrl = (document: string) =>
  fileUrl<typeof generatePdfEndpoint>('/orders/generatepdf', { query: { document } })

const columns: ListColumn<ListedPaper>[] = [
  [
    'Paper',
    ({ id, serial }) => (
      <a href={documentUrl(id)} className="text-berry underline underline-offset-3">
        {serial}
      </a>
    ),
  ],
  ['Issued', ({ issuedAt }) => <Moment at={issuedAt} />],
  [
    'Amount',
    ({ kind, totalPaise, taxPaise }) => {
      const tax = taxPaise > 0 ? `, of which ${formatInr(taxPaise)} tax` : ''
      return `${kind === 'invoice' ? '' : 'Credit of '}${formatInr(totalPaise)}${tax}`
    },
  ],
  [
    'Order',
    ({ order, chargedPaise, paidPaise }) =>
      `Order ${order} costs ${formatInr(chargedPaise)}, paid ${formatInr(paidPaise)}`,
  ],
]

/** The papers of a month, newest first, with the amounts of their orders. */
export function PaperList({ month, papers }: { month: string; papers: PaperPage }) {
  const { page, hasMore, rows } = papers
  const to = (other: number) => `?month=${month}&page=${other}#papers`
  return (
    <>
      <ListTable label="Each paper" columns={columns} rows={rows}>
        No papers in this month.
      </ListTable>
      <Pager
        label="Pages of papers"
        back={page > 1 ? { to: to(page - 1), text: 'Newer papers' } : null}
        on={hasMore ? { to: to(page + 1), text: 'Older papers' } : null}
      />
    </>
  )
}

/** Saves all papers of a month as one file; without JavaScript it is a link. */
export function PapersFileLink({ month }: { month: string }) {
  const { busy, run } = useAction()
  const address = fileUrl<typeof papersFileEndpoint>('/money/papers', { query: { month } })
  return (
    <a
      href={address}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        event.preventDefault()
        if (!busy) void run(() => saveFile(address, `papers-${month}.zip`))
      }}
      className={`${buttonLook({ variant: 'secondary', size: 'small' })} justify-self-start`}
    >
      {busy ? <Spinner /> : <Download size={18} aria-hidden="true" />}
      <span>All papers as PDFs (ZIP)</span>
    </a>
  )
}
