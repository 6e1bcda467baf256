import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useMay } from '#shop/accounts/staff-role.tsx'
import { nextStatus, undoLeftMs } from '#shop/orders/item-status.ts'
import type { OrderItem } from '#shop/orders/order.ts'
import { Button } from '#ui/button.tsx'
import { TextAreaField } from '#ui/forms/field.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { useBusy } from '#ui/use-busy.ts'
import type { OrderQuote } from '../detail/order-detail.ts'
import { readRejection } from './baker-action.ts'
import {
  type EarlierQuote,
  type ItemDialogProps,
  QuoteDialog,
  RequestSummary,
  useActionDialog,
} from './item-dialogs.tsx'
import { type ItemActionProps, type RunAction, useBakerActions } from './use-baker-actions.ts'

type ConfirmItemProps = ItemActionProps & {
  /** The specification names the panel's button. */
  isInPanel?: boolean
}

export function ConfirmItem({ item, order, runAction, isInPanel = false }: ConfirmItemProps) {
  const { busy, whileBusy } = useBusy()
  const confirm = () =>
    whileBusy(() => runAction({ itemId: item.id, order, action: { kind: 'confirm' } }))

  const itemName = <span className="sr-only">{` ${item.name} of order ${order.number} `}</span>
  return (
    <Button size="small" className={confirmWidth} busy={busy} onClick={() => void confirm()}>
      {isInPanel ? (
        <span className="grid leading-tight">
          <span>Confirm{itemName}</span>
          <span className="text-xs font-normal">Mark as ready</span>
        </span>
      ) : (
        <span>Mark as ready{itemName}</span>
      )}
    </Button>
  )
}

/** The button and its replacement are equally wide, so that a second press on the same spot hits nothing else. */
const confirmWidth = 'min-w-36 whitespace-nowrap'

type PreparedItemProps = ItemActionProps & {
  /** Remaining time to undo, ms. */
  undoForMs: number
}

/** Replaces the button: says that the item is prepared, and can undo it. */
export function PreparedItem({ item, order, runAction, undoForMs }: PreparedItemProps) {
  const { busy, whileBusy } = useBusy()
  const [canUndo, setCanUndo] = useState(undoForMs > 0)

  useEffect(() => {
    setCanUndo(undoForMs > 0)
    const timer = setTimeout(() => setCanUndo(false), undoForMs)
    return () => clearTimeout(timer)
  }, [undoForMs])

  const undo = () =>
    whileBusy(() => runAction({ itemId: item.id, order, action: { kind: 'undo' } }))

  return (
    <>
      <Outcome>Prepared</Outcome>
      {canUndo && (
        <Button size="small" variant="secondary" busy={busy} onClick={() => void undo()}>
          Undo<span className="sr-only">{`: ${item.name} of order ${order.number}`}</span>
        </Button>
      )}
    </>
  )
}

export function Outcome({ children }: { children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-11 items-center justify-center gap-1.5 text-sm font-semibold text-pistachio ${confirmWidth}`}
    >
      <Check size={18} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}

export function QuoteOrReject(props: ItemActionProps) {
  const [dialog, setDialog] = useState<'accept' | 'reject' | null>(null)
  const mayQuote = useMay('quote')
  const close = () => setDialog(null)
  if (!mayQuote) return <span className="text-sm text-cocoa-soft">Waits for a manager’s quote</span>
  const itemName = (
    <span className="sr-only">{` ${props.item.name} of order ${props.order.number}`}</span>
  )
  return (
    <>
      <Button size="small" onClick={() => setDialog('accept')}>
        Accept{itemName}
      </Button>
      <Button size="small" variant="secondary" onClick={() => setDialog('reject')}>
        Reject{itemName}
      </Button>
      <QuoteDialog
        {...props}
        title={`Accept ${props.item.name} of order ${props.order.number}?`}
        label="Accept"
        open={dialog === 'accept'}
        close={close}
      />
      <RejectDialog {...props} open={dialog === 'reject'} close={close} />
    </>
  )
}

function RejectDialog(props: ItemDialogProps) {
  const { item, order, open } = props
  const { text, error, busy, change, cancel, send } = useActionDialog(props, readRejection)
  return (
    <ConfirmDialog
      open={open}
      onClose={cancel}
      onConfirm={() => void send()}
      title={`Reject ${item.name} of order ${order.number}?`}
      confirmLabel="Reject"
      cancelLabel="Cancel"
      danger
      busy={busy}
    >
      <RequestSummary item={item} />
      <TextAreaField
        label="What is the problem?"
        hint="The customer sees this by email and in View Orders."
        rows={3}
        value={text}
        error={error}
        onChange={(event) => change(event.target.value)}
      />
    </ConfirmDialog>
  )
}

/** Until a price is accepted. */
function NewQuoteButton(props: ItemActionProps & { earlier: EarlierQuote | null }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setIsOpen(true)}>
        Quote a new price
        <span className="sr-only">{` for ${props.item.name} of order ${props.order.number}`}</span>
      </Button>
      <QuoteDialog
        {...props}
        title={`Quote a new price for ${props.item.name} of order ${props.order.number}?`}
        label="Send quote"
        open={isOpen}
        close={() => setIsOpen(false)}
      />
    </>
  )
}

type ItemActionsProps = Omit<ItemActionProps, 'runAction'> & {
  item: ItemActionProps['item'] & Pick<OrderItem, 'status' | 'preparedAt'>
  /** Null if there is none. */
  lastQuote: OrderQuote | null
  now: Date
  /** Called after the reload; the focused button is gone. */
  onDone: () => void
}

export function ItemActions({ item, order, lastQuote, now, onDone }: ItemActionsProps) {
  const { revalidate } = useRevalidator()
  const { runAction } = useBakerActions(() => void revalidate())
  const runHere: RunAction = async (request) => {
    const done = await runAction(request)
    if (done) {
      await revalidate()
      onDone()
    }
    return done
  }
  const canDo = (action: 'confirm' | 'prepare' | 'reject' | 'quote') =>
    nextStatus(item.status, action, item) !== null

  const props = { item, order, runAction: runHere }
  const earlier = lastQuote && {
    pricePaise: lastQuote.pricePaise,
    isOpen: lastQuote.status === 'open',
  }
  const undoForMs = undoLeftMs(item.preparedAt, now)
  if (undoForMs > 0) {
    return (
      <div className="flex flex-wrap gap-2">
        <PreparedItem {...props} undoForMs={undoForMs} />
      </div>
    )
  }
  if (canDo('confirm') || canDo('prepare'))
    return (
      <div>
        <ConfirmItem {...props} />
      </div>
    )
  if (canDo('reject')) {
    return (
      <div className="flex flex-wrap gap-2">
        <QuoteOrReject {...props} />
      </div>
    )
  }
  return canDo('quote') ? (
    <div>
      <NewQuoteButton {...props} earlier={earlier} />
    </div>
  ) : null
}
