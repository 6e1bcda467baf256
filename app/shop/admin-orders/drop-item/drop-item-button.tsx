import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/staff-role.tsx'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { nextStatus } from '#shop/orders/item-status.ts'
import { ReasonField } from '#shop/orders/reason-field.tsx'
import type { ShownItem, ShownOrder } from '#shop/orders/shown-order.ts'
import { formatInr } from '#shop/values/money.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { dropItemEndpoint } from '../admin-orders.endpoints.ts'

interface DropItemProps {
  item: ShownItem
  order: ShownOrder
  /** Called after the reload; this button is gone. */
  onDone: () => void
}

/** Nothing if the item is not made anyway or has left. */
export function DropItem({ item, order, onDone }: DropItemProps) {
  const [reason, setReason] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const { busy, run } = useReloadingAction()
  const mayRefund = useMay('refund')
  const canDrop = nextStatus(item.status, 'drop', item) !== null && !hasLeft(order.fulfilment)
  if (!mayRefund || !canDrop) return null

  async function drop() {
    const problem = await run(() =>
      call<typeof dropItemEndpoint>('POST /orders/dropItem', {
        body: { orderId: order.id, itemId: item.id, reason: reason ?? '' },
      }),
    )
    setError(problem?.errors?.reason)
    if (problem?.errors?.reason) return
    setReason(null)
    onDone()
  }

  return (
    <div>
      <Button variant="quiet" size="small" className="-ml-4" onClick={() => setReason('')}>
        Drop item<span className="sr-only">{`: ${item.name} of order ${order.number}`}</span>
      </Button>
      <ConfirmDialog
        open={reason !== null}
        onClose={() => setReason(null)}
        onConfirm={() => void drop()}
        title={`Drop ${item.name} of order ${order.number}?`}
        confirmLabel="Drop item"
        danger
        busy={busy}
      >
        <div className="grid gap-4">
          <p>
            <span>
              {item.customize || order.paidOnlinePaise === 0
                ? 'It is not made and not paid.'
                : `It is not made, and its price of ${formatInr(item.unitPaise * item.amount)} is refunded the way it was paid.`}
            </span>{' '}
            It cannot be undone.
          </p>
          <ReasonField
            hint="The customer reads it by email and in View Orders."
            value={reason ?? ''}
            error={error}
            onChange={setReason}
          />
        </div>
      </ConfirmDialog>
    </div>
  )
}
