import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import type {
  DayMoney,
  MoneyLine,
  PaidPart,
  SettleDoorMoney,
  WaiveDoorMoney,
} from '#shop/handling/door/door-money.server.ts'
import { PaidByFields, useMoney } from '#shop/handling/door/money-fields.tsx'
import { doorMoneyAfter, doorMoneyLabels } from '#shop/orders/money/door-money.ts'
import { AskButton } from '#shop/values/ask-button.tsx'
import { formatInr, type Paise, toRupees } from '#shop/values/money.ts'
import { TextField } from '#ui/forms/field.tsx'
import { UserText } from '#ui/user-text.tsx'

const methods = { cash: 'in cash', upi: 'by UPI' }

/** The money of a day's orders at the doors: due, taken, and how. */
export function DoorMoneyList({
  money: { lines, cashTakenPaise, upiTakenPaise, duePaise },
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
          <span>{formatInr(cashTakenPaise)}</span> in cash, <span>{formatInr(upiTakenPaise)}</span>{' '}
          by UPI, <span>{formatInr(duePaise)}</span> not paid yet.
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
  const { number, state, askedPaise, waivedPaise, payments } = line
  const mayWaive = useMay('refund') && doorMoneyAfter(state, 'waive') !== null
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 py-1">
      <span>{`Order ${number}, ${formatInr(askedPaise)}`}</span>
      <div className="ml-auto flex items-center gap-x-4">
        <span className="text-sm font-semibold">{doorMoneyLabels[state]}</span>
        {line.maySettle && <Settle line={line} />}
        {mayWaive && <Waive line={line} />}
      </div>
      <ul className="w-full text-sm wrap-anywhere text-cocoa-soft empty:hidden">
        {payments.map((part) => (
          <li key={part.id}>
            <span>{`${partText(part)}${part.reason ? ': ' : ''}`}</span>
            <UserText>{part.reason}</UserText>
          </li>
        ))}
        {waivedPaise > 0 && <li>{`${formatInr(waivedPaise)} waived`}</li>}
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

/** Records that what was due was paid after all, or that too much was refunded. */
function Settle({ line }: { line: MoneyLine }) {
  const { orderId, number, state, duePaise, upiLink } = line
  const isShort = duePaise > 0
  const sum = formatInr(Math.abs(duePaise))
  const [paidLabel, whatOf] = state === 'due' ? ['Paid', ''] : ['Paid later', 'the rest of ']
  const money = useMoney(toRupees(Math.abs(duePaise)))
  const { method, reference } = money.sent
  const body = { order: orderId, amount: toRupees(duePaise), method, reference }
  return (
    <AskButton
      variant="quiet"
      label={isShort ? paidLabel : 'Given back'}
      about={`: order ${number}`}
      title={
        isShort
          ? `Was ${whatOf}order ${number} paid, ${sum}?`
          : `Did the customer of order ${number} get ${sum} back?`
      }
      confirmLabel={isShort ? 'Record payment' : 'Record'}
      noValidate
      send={() => call<SettleDoorMoney>('POST /orders/settle-cash', { body })}
      onAnswer={(problem) => money.showErrors(problem?.errors, '')}
    >
      <div className="grid gap-4">
        <PaidByFields money={money} upiLink={isShort ? upiLink : undefined} />
      </div>
    </AskButton>
  )
}

/** Waives what is due, for a reason. */
function Waive({ line: { orderId, number, duePaise } }: { line: MoneyLine }) {
  const [reason, setReason] = useState('')
  const body = { order: orderId, reason }
  return (
    <AskButton
      variant="quiet"
      label="Waive"
      about={` order ${number}`}
      title={`Waive ${formatInr(duePaise)} of order ${number}?`}
      confirmLabel="Waive"
      danger
      onOpen={() => setReason('')}
      send={() => call<WaiveDoorMoney>('POST /orders/waive-cash', { body })}
    >
      <TextField
        label="Reason"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        required
      />
    </AskButton>
  )
}
