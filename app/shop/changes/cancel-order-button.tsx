import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { refundArrives } from '#shop/orders/money/order-money.ts'
import { forgetPlacedOrder } from '#shop/orders/placed/placed-order.ts'
import { ReasonField } from '#shop/orders/reason-field.tsx'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { formatRs } from '#shop/values/money.ts'
import { useAction } from '#shop/values/use-action.ts'
import { ConfirmButton } from '#ui/forms/confirm-button.tsx'
import { toast } from '#ui/toast.tsx'
import type { CancelOrder as CancelCall } from './cancel-order.server.ts'
import { namedBy } from './order-change.ts'

interface CancelOrderProps {
  order: ShownOrder
  /** Of the account that ordered; left out with a link. */
  email?: string
  /** Of the customer's link, in place of a session. */
  token?: string
  /** Called after the reload; this button may be gone while it had the focus. */
  onDone: () => void
  /** Set if the shop cancels: the dialog then requests a reason. */
  byShop?: true
}

/** The order is read again after any response. */
export function CancelOrder({ order, email, token, onDone, byShop }: CancelOrderProps) {
  const [reason, setReason] = useState('')
  const [reasonError, setReasonError] = useState<string>()
  const { run } = useAction()
  const { revalidate } = useRevalidator()

  async function cancel() {
    const problem = await run(async () => {
      const { message } = await call<CancelCall>('POST /orders/cancelOrders', {
        body: { ...namedBy(order, token), email, reason },
      })
      toast.success(message)
      forgetPlacedOrder(order.number)
    })
    setReasonError(problem?.errors?.reason)
    return problem?.errors?.reason
  }

  return (
    <ConfirmButton
      label="Cancel Order"
      about={` ${order.number}`}
      title={`Cancel order ${order.number}?`}
      confirmLabel="Cancel Order"
      cancelLabel="Keep order"
      danger
      onConfirm={cancel}
      onDone={() => revalidate().then(onDone)}
    >
      <div className="grid gap-4">
        <p>{whatHappens(order, byShop ? 'the customer' : 'you')}</p>
        {byShop && (
          <ReasonField
            hint="The customer reads it. It is needed once the order is locked or ready."
            value={reason}
            error={reasonError}
            onChange={setReason}
          />
        )}
      </div>
    </ConfirmButton>
  )
}

function whatHappens(
  { paidOnlinePaise, refundedPaise, takenPaise, givenBackPaise }: ShownOrder,
  to: Parameters<typeof refundArrives>[0],
) {
  const leftPaise = paidOnlinePaise - refundedPaise
  const takenLeftPaise = takenPaise - givenBackPaise
  const sentences = [
    'This cancels the whole order.',
    leftPaise > 0 && `${formatRs(leftPaise)} will be refunded. ${refundArrives(to)}`,
    takenLeftPaise > 0 && `${formatRs(takenLeftPaise)} is given back in person.`,
    'This cannot be undone.',
  ]
  return sentences.filter(Boolean).join(' ')
}
