import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import type { Problem } from '#platform/http/endpoint.ts'
import { useMay } from '#shop/accounts/permissions.ts'
import type { DoorMoneyDue } from '#shop/handling/door/door-money.server.ts'
import { MoneyFields, useMoney } from '#shop/handling/door/money-fields.tsx'
import type { SentMoney } from '#shop/handling/door/typed-money.ts'
import {
  type FailReason,
  failLabels,
  failReasons,
  fulfilmentLabels,
  nextStaffMoves,
  type StaffMove,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { DueNow } from '#shop/orders/money/door-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { kolkataDay, shortDayText } from '#shop/values/kolkata-time.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import { useAction, useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { Choices } from '#ui/forms/choices.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import type { MoveOrder } from './move-by-staff.server.ts'

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
            told at once that it is out for delivery.
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
  async function send() {
    const problems = await onSend({ reason: reason ?? undefined })
    setError(problems?.reason)
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void send()}
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

const moveLabels: Record<StaffMove, string> = {
  bake: 'Start baking',
  dispatch: fulfilmentLabels.out_for_delivery,
  deliver: fulfilmentLabels.delivered,
  fail: fulfilmentLabels.failed,
  close: 'Close',
  collect: fulfilmentLabels.collected,
}

interface MoveDetails {
  /** Who received it. */
  detail?: string
  reason?: FailReason
  money?: SentMoney
  waive?: string
}

interface MoveDialogProps {
  move: StaffMove
  order: Pick<Order, 'number'>
  busy: boolean
  onClose: () => void
  /** @returns the errors, by field */
  onSend: (details: MoveDetails) => Promise<Problem['errors']>
}

const payments = ['taken', 'waived'] as const
const paymentLabels = { taken: 'Collected', waived: 'Waived' }

/** For the receiver, and the payment of the amount due. */
function HandOverDialog({
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
    const paid = isWaived ? { waive } : { money: money.sent }
    const problems = await onSend({ detail, ...(due > 0 && paid) })
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
