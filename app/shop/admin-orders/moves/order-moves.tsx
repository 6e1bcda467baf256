import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import type { Problem } from '#platform/http/endpoint.ts'
import { useMay } from '#shop/accounts/staff-role.tsx'
import {
  type FailReason,
  failLabels,
  failReasons,
  nextStaffMoves,
  type StaffMove,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { DueNow } from '#shop/orders/money/door-money.ts'
import type { Order } from '#shop/orders/order.ts'
import type { DoorMoneyDue } from '#shop/riders/day-money/door-money.server.ts'
import { kolkataDay, shortDayText } from '#shop/values/kolkata-time.ts'
import { useAction, useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/forms/choices.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import type { MoveOrder } from './move-by-staff.server.ts'
import { type MoveDetails, type MoveDialogProps, moveLabels } from './move-dialog.ts'

interface OrderMovesProps {
  order: Pick<Order, 'id' | 'number' | 'fulfilment' | 'isPickup' | 'deliveryAt'>
  /** Something of it is ordered at an agreed price. */
  mayBake: boolean
  /** Called after the reload; the pressed button may be gone. */
  onDone?: () => void
}

/** Nothing if staff may make no move now. */
export function OrderMoves({ order, mayBake, onDone }: OrderMovesProps) {
  const mayEdit = useMay('edit-orders')
  const moves = nextStaffMoves(order.fulfilment, order)
  const allowed = moves.filter((move) => (move === 'bake' ? mayBake : mayEdit))
  if (allowed.length === 0) return null
  return allowed.map((move) => <MoveButton key={move} move={move} order={order} onDone={onDone} />)
}

const secondaryMoves: readonly StaffMove[] = ['bake', 'fail', 'close']

/** The id makes a repeated request harmless. */
interface MoveForm {
  moveId: string
  /** The amount due at the door, for a hand-over. */
  atDoor?: DueNow
}

function MoveButton({
  move,
  order,
  onDone,
}: Omit<OrderMovesProps, 'mayBake'> & { move: StaffMove }) {
  const [form, setForm] = useState<MoveForm | null>(null)
  const { busy, run } = useReloadingAction()
  const { busy: isAsking, run: ask } = useAction()

  async function send(moveId: string, details: MoveDetails = {}): Promise<Problem['errors']> {
    const problem = await run(() =>
      call<MoveOrder>('POST /orders/move', {
        body: { orderId: order.id, move, moveId, ...details },
      }),
    )
    if (problem?.errors) return problem.errors
    setForm(null)
    onDone?.()
  }

  async function press() {
    const moveId = crypto.randomUUID()
    const asksFirst = move === 'fail' || move === 'close' || isEarly(move, order)
    if (asksFirst) setForm({ moveId })
    else if (move === 'deliver' || move === 'collect') await ask(() => handOver(moveId))
    else await send(moveId)
  }

  async function handOver(moveId: string) {
    const atDoor = await call<DoorMoneyDue>('GET /orders/door-money', {
      query: { order: order.id },
    })
    if (move === 'collect' && atDoor.due === 0) await send(moveId)
    else setForm({ moveId, atDoor })
  }

  const dialog = { move, order, busy, onClose: () => setForm(null) }
  const question = { open: true, busy, onClose: dialog.onClose }
  const { number } = order
  return (
    <>
      <Button
        size="small"
        variant={secondaryMoves.includes(move) ? 'secondary' : 'primary'}
        busy={(busy || isAsking) && !form}
        onClick={() => void press()}
      >
        <span>{moveLabels[move]}</span>
        <span className="sr-only">{`: order ${order.number}`}</span>
      </Button>
      {form && move === 'fail' && (
        <FailDialog {...dialog} onSend={(details) => send(form.moveId, details)} />
      )}
      {form && move === 'dispatch' && (
        <ConfirmDialog
          {...question}
          onConfirm={() => void send(form.moveId)}
          title={`Send order ${number} out today?`}
          confirmLabel={moveLabels[move]}
        >
          <p>
            It is for <span>{shortDayText(kolkataDay(order.deliveryAt))}</span>. The customer is
            told at once that it is on its way.
          </p>
        </ConfirmDialog>
      )}
      {form && move === 'close' && (
        <ConfirmDialog
          {...question}
          onConfirm={() => void send(form.moveId)}
          title={`Close order ${number}?`}
          confirmLabel="Close order"
          danger
        >
          <p>
            Nothing more is delivered or due. What was paid stays with you unless you refund it on
            this page. A closed order cannot be opened again.
          </p>
        </ConfirmDialog>
      )}
      {form?.atDoor && (
        <HandOverDialog
          {...dialog}
          atDoor={form.atDoor}
          onSend={(details) => send(form.moveId, details)}
        />
      )}
    </>
  )
}

/** Whether it leaves on a day before its own, which is rarely meant. */
function isEarly(move: StaffMove, { deliveryAt }: OrderMovesProps['order']): boolean {
  return move === 'dispatch' && kolkataDay(new Date()) < kolkataDay(deliveryAt)
}

function FailDialog({ move, order, busy, onClose, onSend }: MoveDialogProps) {
  const [reason, setReason] = useState<FailReason | null>(null)
  const [error, setError] = useState<string>()
  function send() {
    if (reason) void onSend({ reason })
    else setError('Please say what happened.')
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={send}
      title={`Order ${order.number}: ${moveLabels[move].toLowerCase()}?`}
      confirmLabel={moveLabels[move]}
      danger
      busy={busy}
    >
      <Choices
        legend="What happened?"
        choices={failReasons}
        labels={failLabels}
        value={reason}
        error={error}
        onChange={setReason}
      />
    </ConfirmDialog>
  )
}
