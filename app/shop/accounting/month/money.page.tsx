import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { appContext } from '#app/context.server.ts'
import { fileUrl, saveFile } from '#platform/http/api-client.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import type { GeneratePdf } from '#shop/papers/read-papers.server.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { useAction } from '#shop/values/use-action.ts'
import { ButtonLink, buttonLook } from '#ui/button.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Spinner } from '#ui/loading.tsx'
import { DayCloses } from '../day-close/day-closes.tsx'
import type { DownloadPapers } from '../papers-file/papers-file.server.ts'
import { Returns } from '../returns/returns.tsx'
import { UpiPayments } from '../upi/upi-payments.tsx'
import type { Route } from './+types/money.page.ts'
import { loadMonth } from './load-month.server.ts'
import type { ListedPaper, PaperPage } from './month-money.ts'
import { DoorMoney, SalesBy, Sums } from './sums.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'see-money')
  return loadMonth(app, url.searchParams)
}

export const meta: Route.MetaFunction = () => [
  { title: 'Money | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

/** A month, for the owner and their accountant. */
export default function MoneyPage({ loaderData }: Route.ComponentProps) {
  const { month, title, previous, next, papers, returns, riders, days, today } = loaderData
  const { charges, payments, sales, unmatched } = loaderData
  return (
    <div className="grid grid-cols-1 gap-5">
      <header>
        <h1 className="text-3xl">Money</h1>
        <p className="mt-1 text-lg">{title}</p>
      </header>
      <nav aria-label="Months" className="flex flex-wrap gap-2">
        <ButtonLink to={`?month=${previous}`} variant="secondary">
          <ChevronLeft size={18} aria-hidden="true" />
          Previous month
        </ButtonLink>
        {next && (
          <ButtonLink to={`?month=${next}`} variant="secondary">
            Next month
            <ChevronRight size={18} aria-hidden="true" />
          </ButtonLink>
        )}
      </nav>
      <Sums charges={charges} payments={payments} />
      <SalesBy month={month} sales={sales} />
      <DoorMoney riders={riders} />
      <DayCloses days={days} today={today} />
      <UpiPayments {...unmatched} />
      <Returns month={month} returns={returns} />
      <Section id="papers" title={`Papers: ${returns.papers}`}>
        {returns.papers > 0 && <PapersFileLink month={month} />}
        <PaperList month={month} papers={papers} />
      </Section>
    </div>
  )
}

const documentUrl = (document: string) =>
  fileUrl<GeneratePdf>('/orders/generatepdf', { query: { document } })

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
function PaperList({ month, papers }: { month: string; papers: PaperPage }) {
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
function PapersFileLink({ month }: { month: string }) {
  const { busy, run } = useAction()
  const address = fileUrl<DownloadPapers>('/money/papers', { query: { month } })
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
