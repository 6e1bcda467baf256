import { useState } from 'react'
import { Link } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { call, fileUrl, saveFile, upload } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import type { GeneratePdf } from '#shop/papers/print/draw-papers.server.ts'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { dateText } from '#shop/values/kolkata-time.ts'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { useAction, useReloadingAction } from '#shop/values/use-action.ts'
import { Button, ButtonLink, buttonLook } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { Section } from '#ui/forms/plain-form.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { NeedsScript } from '#ui/hydration.tsx'
import { chevronLeftIcon, chevronRightIcon, Icon } from '#ui/icon.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Spinner } from '#ui/loading.tsx'
import { downloadIcon } from '#ui/more-icons.ts'
import { UserText } from '#ui/user-text.tsx'
import { Returns } from '../returns/returns.tsx'
import type { MatchStatement } from '../upi/match-statement.server.ts'
import type { NotedPayment, UnmatchedList } from '../upi/upi-payments.store.server.ts'
import type { Route } from './+types/money.page.ts'
import type { CloseDay, cashDays } from './close-day.server.ts'
import { type DownloadPapers, loadMonth, type PaperPage } from './read-month.server.ts'
import { AmountTable, DoorMoney, SalesBy, Sums } from './sums.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'see-money')
  return loadMonth(app, url.searchParams)
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Money')

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
          <Icon path={chevronLeftIcon} size={18} />
          Previous month
        </ButtonLink>
        {next && (
          <ButtonLink to={`?month=${next}`} variant="secondary">
            Next month
            <Icon path={chevronRightIcon} size={18} />
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

const paperColumns: ListColumn<PaperPage['rows'][number]>[] = [
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
      <ListTable label="Each paper" columns={paperColumns} rows={rows}>
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
      {busy ? <Spinner /> : <Icon path={downloadIcon} size={18} />}
      <span>All papers as PDFs (ZIP)</span>
    </a>
  )
}

/** The cash of each day: expected, counted, and why it differs. */
function DayCloses({ days, today }: { days: Awaited<ReturnType<typeof cashDays>>; today: string }) {
  const seesLog = useMay('see-audit-log')
  return (
    <Section
      id="days"
      title="The close of each day"
      intro="Expected is what riders and the counter took in cash. The last count of a day holds; the audit log keeps every one, for as long as the shop runs."
    >
      {useMay('close-day') && <CloseForm today={today} />}
      {days.length === 0 ? (
        <p>No cash in this month.</p>
      ) : (
        <AmountTable
          label="Each day"
          columns={['Day', 'Expected', 'Counted', 'Difference', 'Note']}
          rows={days.map(({ day, expectedPaise, close }) => [
            dateText(day),
            formatInr(expectedPaise),
            close ? formatInr(close.countedPaise) : 'Not counted',
            close && <Difference paise={close.countedPaise - expectedPaise} />,
            <span
              key="note"
              className="relative inline-block max-w-80 min-w-40 text-left whitespace-normal"
            >
              <UserText>{close?.note ?? ''}</UserText>{' '}
              {seesLog && close && (
                <Link
                  to={`/admin/audit-log?subject=money&id=${day}&action=close-day`}
                  className="text-berry underline"
                >
                  All counts<span className="sr-only">{` of ${dateText(day)}`}</span>
                </Link>
              )}
            </span>,
          ])}
        />
      )}
    </Section>
  )
}

function Difference({ paise }: { paise: number }) {
  if (paise === 0) return 'None'
  return (
    <span className="font-semibold text-chilli">
      {`${formatInr(Math.abs(paise))} ${paise < 0 ? 'short' : 'too much'}`}
    </span>
  )
}

const loadSchema = async () => (await import('./day-close.schema.ts')).dayCloseSchema

function CloseForm({ today }: { today: string }) {
  const action = useReloadingAction()
  const form = useSchemaForm(loadSchema, async (body) => {
    const problem = await action.run(() => call<CloseDay>('POST /money/close-day', { body }))
    if (problem) form.showErrors(problem.errors ?? {})
    else form.reset()
  })
  return (
    <form {...form.props} className="grid items-start gap-4 sm:grid-cols-3">
      <TextField {...form.field('day')} label="Day" type="date" defaultValue={today} max={today} />
      <TextField {...form.field('counted')} label="Cash counted (₹)" inputMode="decimal" />
      <TextField
        {...form.field('note')}
        label="Note"
        hint="Needed if it is not what was expected."
      />
      <div className="sm:col-span-3">
        <Button type="submit" busy={form.busy}>
          Close the day
        </Button>
      </div>
    </form>
  )
}

const upiColumns: ListColumn<NotedPayment>[] = [
  ['Order', ({ orderNumber }) => <OrderName number={orderNumber} />],
  ['Amount', ({ paise }) => formatInr(paise)],
  ['Reference', ({ reference, isReversed }) => `${reference}${isReversed ? ', left again' : ''}`],
  ['Taken by', ({ by }) => <UserText>{by}</UserText>],
  ['Taken', ({ createdAt }) => <Moment at={createdAt} />],
]

/** What banks call their files. Text between tabs and web pages are often .xls. */
const accept = '.csv,.txt,.tsv,.xls,.xlsx,text/csv,text/plain,application/vnd.ms-excel'

/** Whether the money of UPI payments came to the shop's account. */
function UpiPayments({ late, lateCount, youngCount }: UnmatchedList) {
  const young = `In no statement, but younger than two days: ${youngCount}.`
  return (
    <Section
      id="upi"
      title="UPI payments"
      intro="Upload your bank statement to check that the money came. Payments that are not in it after two days are listed here. The file is not stored."
    >
      {useMay('close-day') && <StatementUpload />}
      {lateCount === 0 && <p>{youngCount > 0 ? young : 'All UPI payments are in the account.'}</p>}
      {lateCount > 0 && <ListTable label="Not in the account" columns={upiColumns} rows={late} />}
      {lateCount > late.length && <p>{`These are the newest of ${lateCount}.`}</p>}
    </Section>
  )
}

function OrderName({ number }: { number: number }) {
  if (!useMay('see-orders')) return `Order ${number}`
  return (
    <Link to={`/admin/orders/${number}`} className="text-berry underline">
      {`Order ${number}`}
    </Link>
  )
}

function StatementUpload() {
  const [problems, setProblems] = useState<string[]>([])
  const { busy, run } = useReloadingAction()

  function send([file]: readonly File[]) {
    setProblems([])
    if (!file || busy) return
    void run(async () => {
      const sent = await upload<MatchStatement>('/money/statement', file, {})
      setProblems(sent.problems)
      return sent
    })
  }

  return (
    <div className="grid justify-items-start gap-3">
      <FileButton accept={accept} onFiles={send} aria-busy={busy || undefined}>
        Upload a statement (CSV or Excel)
      </FileButton>
      <NeedsScript>Uploading a statement needs JavaScript.</NeedsScript>
      <div role="status" className="text-sm font-semibold text-chilli">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </div>
  )
}
