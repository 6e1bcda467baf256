import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { longestMoneyReason } from '#shop/orders/door/door-money.ts'
import { PaidByFields, useMoney } from '#shop/orders/door/money-fields.tsx'
import { formatInr, toRupees } from '#shop/values/money.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { settleDoorMoneyEndpoint, waiveDoorMoneyEndpoint } from '../riders.endpoints.ts'
import type { MoneyLine } from './day-money.ts'

/** Records that what is open was paid after all, or that what was too much was given back. */
export function Settle({ line }: { line: MoneyLine }) {
  const { orderId, number, state, openPaise, upiLink } = line
  const [open, setOpen] = useState(false)
  const { busy, run } = useReloadingAction()
  const isShort = openPaise > 0
  const sum = formatInr(Math.abs(openPaise))
  const [paidLabel, whatOf] = state === 'due' ? ['Paid', ''] : ['Paid later', 'the rest of ']
  const money = useMoney(toRupees(Math.abs(openPaise)))
  async function settle() {
    const paid = money.read()
    if (!paid) return
    const { method, reference } = paid
    const body = { order: orderId, amount: toRupees(openPaise), method, reference }
    const problem = await run(() =>
      call<typeof settleDoorMoneyEndpoint>('POST /orders/settle-cash', { body }),
    )
    money.refuse(problem?.errors, '')
    if (!problem) setOpen(false)
  }
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {isShort ? paidLabel : 'Given back'}
        <span className="sr-only">: order {number}</span>
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => void settle()}
        title={
          isShort
            ? `Was ${whatOf}order ${number} paid, ${sum}?`
            : `Did the customer of order ${number} get ${sum} back?`
        }
        confirmLabel={isShort ? 'Record payment' : 'Record'}
        busy={busy}
        noValidate
      >
        <div className="grid gap-4">
          <PaidByFields money={money} upiLink={isShort ? upiLink : undefined} />
        </div>
      </ConfirmDialog>
    </>
  )
}

/** Waives what is due, or what was short, for a reason. */
export function Waive({ line: { orderId, number, openPaise } }: { line: MoneyLine }) {
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
        title={`Waive ${formatInr(openPaise)} of order ${number}?`}
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
