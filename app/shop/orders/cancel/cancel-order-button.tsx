import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { formatRs, toPaise } from '#shop/values/money.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import type { Order } from '../order.schema.ts'
import type { cancelOrderEndpoint } from '../orders.endpoints.ts'
import { forgetPlacedOrder } from '../view/placed-order.ts'

interface CancelOrderProps {
  order: Order
  email: string
  /** The order is up to date again, and this button may be gone while it had the focus. */
  onDone: () => void
  /** The card that gets the refund, in the reader's words. */
  card?: string
}

/** Asks once more, then cancels the whole order. Whatever the answer, the list is read again. */
export function CancelOrder({ order, email, onDone, card = 'your card' }: CancelOrderProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { busy, run } = useAction()
  const { revalidate } = useRevalidator()

  async function cancel() {
    await run(async () => {
      const { message } = await call<typeof cancelOrderEndpoint>('POST /orders/cancelOrders', {
        body: { email, orderId: order.id },
      })
      toast.success(message)
      forgetPlacedOrder(order.number)
    })
    setIsOpen(false)
    await revalidate()
    onDone()
  }

  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Cancel Order<span className="sr-only"> {order.number}</span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={() => void cancel()}
        title={`Cancel order ${order.number}?`}
        confirmLabel="Cancel Order"
        cancelLabel="Keep order"
        danger
        busy={busy}
      >
        <p>{whatHappens(order, card)}</p>
      </ConfirmDialog>
    </>
  )
}

function whatHappens({ paidByCard, refunded }: Order, card: string) {
  const comesBack = paidByCard - refunded
  if (comesBack <= 0) return 'This cancels the whole order. It cannot be undone.'
  return `This cancels the whole order. ${formatRs(toPaise(comesBack))} will be refunded to ${card}. It cannot be undone.`
}
