import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { formatInr, type Paise, toRupees } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { FieldError, TextAreaField, TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import { longestReason, readRefund } from './refund-order.ts'
import type { refundOrderEndpoint } from './refunds.endpoints.ts'

interface RefundOrderProps {
  order: Pick<Order, 'id' | 'number'>
  /** What is left of the card payment. */
  leftPaise: Paise
  /** The page was read anew, and this button may be gone with the focus on it. */
  onDone: () => void
}

interface Refusals {
  amount?: string
  reason?: string
  other?: string
}

/** Gives back some or all of what is left of the card payment, after asking how much and why. */
export function RefundOrder({ order, leftPaise, onDone }: RefundOrderProps) {
  const { wish, change, refusals, busy, open, close, send } = useRefund(order, leftPaise, onDone)
  return (
    <>
      <Button variant="secondary" size="small" onClick={open}>
        Refund<span className="sr-only"> order {order.number}</span>
      </Button>
      <ConfirmDialog
        open={wish !== null}
        onClose={close}
        onConfirm={() => void send()}
        title={`Refund order ${order.number}?`}
        confirmLabel="Give money back"
        danger
        busy={busy}
      >
        <div className="grid gap-4">
          <TextField
            label="Amount in rupees"
            inputMode="decimal"
            autoComplete="off"
            value={wish?.amount ?? ''}
            error={refusals.amount}
            hint={`${formatInr(leftPaise)} of the card payment can be given back.`}
            onChange={(event) => change({ amount: event.target.value })}
          />
          <TextAreaField
            label="Reason"
            rows={3}
            maxLength={longestReason}
            value={wish?.reason ?? ''}
            error={refusals.reason}
            hint="For your own records. The customer is mailed the amount, not the reason."
            onChange={(event) => change({ reason: event.target.value })}
          />
          <FieldError>{refusals.other}</FieldError>
        </div>
      </ConfirmDialog>
    </>
  )
}

/** What is asked for while the dialog is open; its key makes sending it again harmless. */
interface Wish {
  key: string
  amount: string
  reason: string
}

function useRefund({ id }: RefundOrderProps['order'], leftPaise: Paise, onDone: () => void) {
  const [wish, setWish] = useState<Wish | null>(null)
  const [refusals, setRefusals] = useState<Refusals>({})
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()

  async function send() {
    if (!wish) return
    const amount = readRefund(wish.amount, leftPaise)
    const reason = wish.reason.trim()
    const found = {
      amount: typeof amount === 'string' ? amount : undefined,
      reason: reason === '' ? 'Please say why.' : undefined,
    }
    setRefusals(found)
    if (typeof amount === 'string' || reason === '') return
    setBusy(true)
    const refused = await ask({ orderId: id, amount: toRupees(amount), reason, key: wish.key })
    setBusy(false)
    setRefusals(refused ?? {})
    if (!refused) setWish(null)
    await revalidate()
    if (!refused) onDone()
  }

  return {
    wish,
    refusals,
    busy,
    send,
    open() {
      setRefusals({})
      setWish({ key: crypto.randomUUID(), amount: String(toRupees(leftPaise)), reason: '' })
    },
    close: () => setWish(null),
    change: (part: Partial<Wish>) => setWish((before) => before && { ...before, ...part }),
  }
}

/** Sends it; what stands against it, or null when it is done. */
async function ask(body: {
  orderId: string
  amount: number
  reason: string
  key: string
}): Promise<Refusals | null> {
  try {
    const { message } = await call<typeof refundOrderEndpoint>('POST /orders/refund', { body })
    toast.success(message)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { errors, detail } = error.problem
    return errors?.amount || errors?.reason ? errors : { other: detail }
  }
}
