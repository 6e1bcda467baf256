import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/staff-role.tsx'
import { formatInr } from '#shop/values/money.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { waiveDoorMoneyEndpoint } from '../riders.endpoints.ts'
import type { DayMoney, MoneyLine } from './day-money.ts'
import { doorMoneyAfter, doorMoneyLabels, longestMoneyReason } from './door-money.ts'

const methods = { cash: 'cash', upi: 'UPI' }

/** What is due at the doors of a day, what was taken, and how. */
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
  const { number, state, duePaise, takenPaise, method, reference, reason } = line
  const mayWaive = useMay('refund') && doorMoneyAfter(state, 'waive') !== null
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 py-1">
      <span>
        Order {number}, {formatInr(duePaise)}
      </span>
      <span className="ml-auto text-sm font-semibold">{doorMoneyLabels[state]}</span>
      {mayWaive && <Waive line={line} />}
      {(method || reason) && (
        <p className="w-full text-sm wrap-anywhere text-cocoa-soft">
          {method &&
            `${formatInr(takenPaise)} ${method === 'upi' ? 'by' : 'in'} ${methods[method]}`}
          {reference && `, reference ${reference}`}
          {method && reason && ': '}
          <UserText>{reason}</UserText>
        </p>
      )}
    </li>
  )
}

function Waive({ line: { orderId, number, duePaise, takenPaise } }: { line: MoneyLine }) {
  const [reason, setReason] = useState<string | null>(null)
  const { busy, run } = useReloadingAction()
  async function waive() {
    const body = { order: orderId, reason: reason ?? '' }
    const problem = await run(() =>
      call<typeof waiveDoorMoneyEndpoint>('POST /orders/waive-cash', { body }),
    )
    if (!problem) setReason(null)
  }
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setReason('')}>
        Waive<span className="sr-only"> order {number}</span>
      </Button>
      <ConfirmDialog
        open={reason !== null}
        onClose={() => setReason(null)}
        onConfirm={() => void waive()}
        title={`Waive ${formatInr(duePaise - takenPaise)} of order ${number}?`}
        confirmLabel="Waive"
        danger
        busy={busy}
      >
        <TextField
          label="Reason"
          value={reason ?? ''}
          maxLength={longestMoneyReason}
          onChange={({ target }) => setReason(target.value)}
          required
        />
      </ConfirmDialog>
    </>
  )
}
