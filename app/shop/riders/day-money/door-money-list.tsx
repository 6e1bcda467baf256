import { useMay } from '#shop/accounts/staff-role.tsx'
import { doorMoneyAfter, doorMoneyLabels } from '#shop/orders/door/door-money.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { UserText } from '#ui/user-text.tsx'
import type { DayMoney, MoneyLine, PaidPart } from './day-money.ts'
import { Settle, Waive } from './settle-dialogs.tsx'

const methods = { cash: 'in cash', upi: 'by UPI' }

/** What is due when a day's orders are handed over, what was taken, and how. */
export function DoorMoneyList({
  money: { lines, cashPaise, upiPaise, openPaise },
}: {
  money: DayMoney
}) {
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="door-money" className="card grid gap-4 p-4 md:p-6">
      <header>
        <h2 id="door-money" className="text-xl">
          Cash and UPI
        </h2>
        <p>
          {formatInr(cashPaise)} in cash, {formatInr(upiPaise)} by UPI, {formatInr(openPaise)} not
          paid yet.
        </p>
      </header>
      <ul className="divide-y divide-line">
        {lines.map((line) => (
          <Line key={line.orderId} line={line} />
        ))}
      </ul>
    </section>
  )
}

function Line({ line }: { line: MoneyLine }) {
  const { number, state, duePaise, waivedPaise, payments } = line
  const mayWaive = useMay('refund') && doorMoneyAfter(state, 'waive') !== null
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 py-1">
      <span>
        Order {number}, {formatInr(duePaise)}
      </span>
      <div className="ml-auto flex items-center gap-x-4">
        <span className="text-sm font-semibold">{doorMoneyLabels[state]}</span>
        {line.maySettle && <Settle line={line} />}
        {mayWaive && <Waive line={line} />}
      </div>
      <ul className="w-full text-sm wrap-anywhere text-cocoa-soft empty:hidden">
        {payments.map((part) => (
          <li key={part.part}>
            {partText(part)}
            {part.reason && ': '}
            <UserText>{part.reason}</UserText>
          </li>
        ))}
        {waivedPaise > 0 && <li>{formatInr(waivedPaise)} waived</li>}
      </ul>
    </li>
  )
}

/** '₹1,500 in cash', '₹50 given back by UPI, reference 123456789012'. */
function partText({ paise, method, reference }: PaidPart): string {
  const amount: Paise = Math.abs(paise)
  const how = method ? ` ${methods[method]}` : ''
  const back = paise < 0 ? ' given back' : ''
  return `${formatInr(amount)}${back}${how}${reference ? `, reference ${reference}` : ''}`
}
