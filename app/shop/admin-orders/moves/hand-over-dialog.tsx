import { useState } from 'react'
import { useMay } from '#shop/accounts/staff-role.tsx'
import { MoneyFields, useMoney } from '#shop/handling/door/money-fields.tsx'
import type { DueNow } from '#shop/orders/money/door-money.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { Choices } from '#ui/forms/choices.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { type MoveDialogProps, moveLabels } from './move-dialog.ts'

const payments = ['taken', 'waived'] as const
const paymentLabels = { taken: 'Collected', waived: 'Waived' }

/** For the receiver, and the payment of the amount due. */
export function HandOverDialog({
  move,
  order,
  busy,
  atDoor: { due, upiLink },
  onClose,
  onSend,
}: MoveDialogProps & { atDoor: DueNow }) {
  const money = useMoney(due)
  const mayWaive = useMay('refund')
  const [payment, setPayment] = useState<(typeof payments)[number]>('taken')
  const [detail, setDetail] = useState('')
  const [waive, setWaive] = useState('')
  const [errors, setErrors] = useState<{ detail?: string; waive?: string }>({})

  async function send() {
    const isWaived = due > 0 && payment === 'waived'
    const isMissing = isWaived && waive.trim() === ''
    setErrors(isMissing ? { waive: 'Please enter a reason.' } : {})
    const taken = due > 0 && !isWaived ? money.read() : undefined
    if (isMissing || taken === null) return
    const problems = await onSend({ detail, money: taken, waive: isWaived ? waive : undefined })
    setErrors(problems ?? {})
    money.showErrors(problems)
  }

  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void send()}
      title={`Order ${order.number}: ${moveLabels[move].toLowerCase()}?`}
      confirmLabel={moveLabels[move]}
      busy={busy}
      noValidate
    >
      <div className="grid gap-4">
        {move === 'deliver' && (
          <TextField
            label="Handed to"
            hint="Optional: a name, or “the guard”."
            autoComplete="off"
            value={detail}
            error={errors.detail}
            onChange={({ target }) => setDetail(target.value)}
          />
        )}
        {due > 0 && <p className="font-semibold">{`Collect ${formatInr(toPaise(due))}`}</p>}
        {due > 0 && mayWaive && (
          <Choices
            legend="What happened to it?"
            choices={payments}
            labels={paymentLabels}
            value={payment}
            onChange={setPayment}
          />
        )}
        {due > 0 && payment === 'taken' && (
          <MoneyFields money={money} due={due} upiLink={upiLink} />
        )}
        {due > 0 && payment === 'waived' && (
          <TextField
            label="Reason"
            value={waive}
            error={errors.waive}
            onChange={({ target }) => setWaive(target.value)}
          />
        )}
      </div>
    </ConfirmDialog>
  )
}
