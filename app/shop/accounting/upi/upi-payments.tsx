import { useState } from 'react'
import { Link } from 'react-router'
import { upload } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/staff-role.tsx'
import { FileButton } from '#shop/pictures/file-button.tsx'
import { Moment } from '#shop/values/moment.tsx'
import { formatInr } from '#shop/values/money.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Section } from '#ui/forms/plain-form.tsx'
import { NeedsScript } from '#ui/hydration.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { NotedPayment, UnmatchedList } from './match-payments.ts'
import type { MatchStatement } from './match-statement.server.ts'

const columns: ListColumn<NotedPayment>[] = [
  ['Order', ({ orderNumber }) => <OrderName number={orderNumber} />],
  ['Amount', ({ paise }) => formatInr(paise)],
  ['Reference', ({ reference, isReversed }) => `${reference}${isReversed ? ', left again' : ''}`],
  ['Taken by', ({ by }) => <UserText>{by}</UserText>],
  ['Taken', ({ createdAt }) => <Moment at={createdAt} />],
]

/** What banks call their files. Text between tabs and web pages are often .xls. */
const accept = '.csv,.txt,.tsv,.xls,.xlsx,text/csv,text/plain,application/vnd.ms-excel'

/** Whether the money of UPI payments came to the shop's account. */
export function UpiPayments({ late, lateCount, youngCount }: UnmatchedList) {
  const young = `In no statement, but younger than two days: ${youngCount}.`
  return (
    <Section
      id="upi"
      title="UPI payments"
      intro="A statement of the bank says whether the money came. What none has had two days later is listed. The file is not stored."
    >
      {useMay('close-day') && <StatementUpload />}
      {lateCount === 0 && <p>{youngCount > 0 ? young : 'All UPI payments are in the account.'}</p>}
      {lateCount > 0 && <ListTable label="Not in the account" columns={columns} rows={late} />}
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
