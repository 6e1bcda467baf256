import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { ReferenceInput } from '#shop/handling/door/money-fields.tsx'
import type { PaymentMethod } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import { ReasonField } from '#shop/orders/reason-field.tsx'
import { formatInr, type Paise, toRupees } from '#shop/values/money.ts'
import { typedRupees } from '#shop/values/typed/typed-amount.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import type { RefundOrder as RefundCall } from './refund-order.server.ts'

interface RefundOrderProps {
  order: Pick<Order, 'id' | 'number'>
  /** What can be refunded to the card, and of what was taken at the door or counter. */
  left: { card: Paise; taken: Paise }
  /** Called after the reload; this button may be gone with its focus. */
  onDone: () => void
}

/** A dialog for the amount, the way and the reason. */
export function RefundOrder({ order, left, onDone }: RefundOrderProps) {
  const { form, change, fieldErrors, busy, open, close, send } = useRefund(order, left, onDone)
  const method = form?.method ?? 'provider'
  const leftPaise = leftFor(method, left)
  return (
    <>
      <Button variant="secondary" size="small" onClick={open}>
        Refund<span className="sr-only">{` order ${order.number}`}</span>
      </Button>
      <ConfirmDialog
        open={form !== null}
        onClose={close}
        onConfirm={() => void send()}
        title={`Refund order ${order.number}?`}
        confirmLabel="Refund"
        danger
        busy={busy}
      >
        <div className="grid gap-4">
          <p>A refund does not stop the order. To stop it, cancel or close it.</p>
          {left.taken > 0 && (
            <SelectField
              label="How the customer gets it"
              value={method}
              onChange={({ target }) => change({ method: target.value as PaymentMethod })}
            >
              {left.card > 0 && <option value="provider">To the card</option>}
              <option value="cash">In cash</option>
              <option value="upi">By UPI</option>
            </SelectField>
          )}
          {method === 'upi' && (
            <ReferenceInput
              value={form?.reference ?? ''}
              error={fieldErrors.reference}
              onChange={({ target }) => change({ reference: target.value })}
            />
          )}
          <TextField
            label="Amount in rupees"
            inputMode="decimal"
            autoComplete="off"
            value={form?.amount ?? ''}
            error={fieldErrors.amount}
            hint={`Up to ${formatInr(leftPaise)} can be refunded.`}
            onChange={(event) => change({ amount: event.target.value })}
          />
          <Button
            variant="secondary"
            size="small"
            className="-mt-2 justify-self-start"
            onClick={() => change({ amount: String(toRupees(leftPaise)) })}
          >
            {`All: ${formatInr(leftPaise)}`}
          </Button>
          <ReasonField
            hint="For your records only. The customer is emailed the amount, not the reason."
            value={form?.reason ?? ''}
            error={fieldErrors.reason}
            onChange={(reason) => change({ reason })}
          />
        </div>
      </ConfirmDialog>
    </>
  )
}

/** The key makes a repeated request harmless. */
interface RefundForm {
  key: string
  method: PaymentMethod
  reference: string
  amount: string
  reason: string
}

function leftFor(method: PaymentMethod, { card, taken }: RefundOrderProps['left']): Paise {
  return method === 'provider' ? card : taken
}

function useRefund(
  { id }: RefundOrderProps['order'],
  left: RefundOrderProps['left'],
  onDone: () => void,
) {
  const [form, setForm] = useState<RefundForm | null>(null)
  const [fieldErrors, setErrors] = useState<Record<string, string | undefined>>({})
  const { busy, run } = useAction()
  const { revalidate } = useRevalidator()

  async function send() {
    if (!form) return
    const { method, key, reason } = form
    const amount = typedRupees(form.amount)
    const reference = method === 'upi' ? tidyEntry(form.reference) : undefined
    const body = { orderId: id, amount, reason, method, reference, key }
    const problem = await run(async () => {
      const { message } = await call<RefundCall>('POST /orders/refund', { body })
      toast.success(message)
    })
    setErrors(problem?.errors ?? {})
    if (!problem) setForm(null)
    await revalidate()
    if (!problem) onDone()
  }

  return {
    form,
    fieldErrors,
    busy,
    send,
    open() {
      setErrors({})
      const method = left.card > 0 ? 'provider' : 'cash'
      setForm({ key: crypto.randomUUID(), method, reference: '', amount: '', reason: '' })
    },
    close: () => setForm(null),
    change: (part: Partial<RefundForm>) => setForm((before) => before && { ...before, ...part }),
  }
}
