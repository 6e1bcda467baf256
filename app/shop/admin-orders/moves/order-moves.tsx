import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useMay } from '#shop/accounts/staff-role.tsx'
import { type FailReason, failLabels, failReasons } from '#shop/orders/fulfilment/fail-reasons.ts'
import {
  longestDetail,
  nextStaffMoves,
  type StaffMove,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/forms/choices.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { moveOrderEndpoint } from '../admin-orders.endpoints.ts'

const labels: Record<StaffMove, string> = {
  bake: 'Start baking',
  dispatch: 'Out for delivery',
  deliver: 'Delivered',
  fail: 'Delivery failed',
  close: 'Close',
  collect: 'Collected',
}

interface OrderMovesProps {
  order: Pick<Order, 'id' | 'number' | 'fulfilment' | 'pickup'>
  /** The page is up to date again, and the pressed button may be gone. */
  onDone?: () => void
}

/** What staff may say of an order now: that it is baked, goes out, has arrived. Nothing where nothing may be said. */
export function OrderMoves({ order, onDone }: OrderMovesProps) {
  const mayEdit = useMay('edit-orders')
  const moves = nextStaffMoves(order.fulfilment, { isPickup: order.pickup ?? false })
  const allowed = moves.filter((move) => move === 'bake' || mayEdit)
  if (allowed.length === 0) return null
  return allowed.map((move) => <MoveButton key={move} move={move} order={order} onDone={onDone} />)
}

function MoveButton({ move, order, onDone }: OrderMovesProps & { move: StaffMove }) {
  const [form, setForm] = useState<MoveForm | null>(null)
  const [error, setError] = useState<string>()
  const { busy, run } = useReloadingAction()
  const asks = move === 'deliver' || move === 'fail'

  async function send(said: MoveForm) {
    if (move === 'fail' && !said.reason) return setError('Please say what happened.')
    const problem = await run(() =>
      call<typeof moveOrderEndpoint>('POST /orders/move', {
        body: { orderId: order.id, move, ...said },
      }),
    )
    setError(problem?.errors?.detail)
    if (problem?.errors?.detail) return
    setForm(null)
    onDone?.()
  }

  const press = () => {
    const begun = { moveId: crypto.randomUUID() }
    setError(undefined)
    if (asks) setForm(begun)
    else void send(begun)
  }

  return (
    <>
      <Button
        size="small"
        variant={move === 'fail' || move === 'bake' ? 'secondary' : 'primary'}
        busy={busy && !form}
        onClick={press}
      >
        {labels[move]}
        <span className="sr-only">: order {order.number}</span>
      </Button>
      {asks && (
        <ConfirmDialog
          open={form !== null}
          onClose={() => setForm(null)}
          onConfirm={() => form && void send(form)}
          title={`Order ${order.number}: ${labels[move].toLowerCase()}?`}
          confirmLabel={labels[move]}
          danger={move === 'fail'}
          busy={busy}
        >
          <Question
            move={move}
            form={form}
            error={error}
            onChange={(said) => setForm((before) => before && { ...before, ...said })}
          />
        </ConfirmDialog>
      )}
    </>
  )
}

/** The open dialog. Its id makes sending it again harmless. */
interface MoveForm {
  moveId: string
  detail?: string
  reason?: FailReason
}

interface QuestionProps {
  move: 'deliver' | 'fail'
  form: MoveForm | null
  error?: string
  onChange: (said: Omit<MoveForm, 'moveId'>) => void
}

/** What is asked before a move is made. */
function Question({ move, form, error, onChange }: QuestionProps) {
  if (move === 'fail') {
    return (
      <Choices
        legend="What happened?"
        choices={failReasons}
        labels={failLabels}
        value={form?.reason ?? null}
        error={error}
        onChange={(reason) => onChange({ reason })}
      />
    )
  }
  return (
    <TextField
      label="Given to"
      hint="Optional: a name, or “the guard”."
      maxLength={longestDetail}
      autoComplete="off"
      value={form?.detail ?? ''}
      error={error}
      onChange={(event) => onChange({ detail: event.target.value })}
    />
  )
}
