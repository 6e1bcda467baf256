import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { nextStatus, undoLeftMs, undoWithinMs } from '#shop/orders/item-status.ts'
import type { OrderItem } from '#shop/orders/order.ts'
import { formatRs, type Paise } from '#shop/values/money.ts'
import { showProblem } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { useBusy } from '#ui/use-busy.ts'
import type { OrderQuote } from '../detail/load-order-detail.server.ts'
import type { ConfirmOrder, UndoPrepared } from './apply-baker-action.server.ts'
import {
  type ActionRequest,
  type BakerAction,
  encodeBakerAction,
  type ItemActionProps,
  type RunAction,
} from './baker-action.ts'
import { NewQuoteButton, QuoteOrReject } from './quote-item.tsx'

/** What was done to an item here, or 'elsewhere'. */
export interface DoneItem {
  kind: BakerAction['kind'] | 'elsewhere'
  at: Date
  /** Of a quote, for one cake. */
  pricePaise?: Paise
}

/** Also returns the items that are done. `refresh` reloads the list. */
export function useBakerActions(refresh: () => void) {
  const [done, setDone] = useState<ReadonlyMap<string, DoneItem>>(new Map())

  function mark(itemId: string, action: ActionRequest['action'] | { kind: 'elsewhere' }) {
    setDone((before) => {
      const after = new Map(before)
      const pricePaise = action.kind === 'quote' ? action.pricePaise : undefined
      if (action.kind === 'undo') after.delete(itemId)
      else after.set(itemId, { kind: action.kind, at: new Date(), pricePaise })
      return after
    })
  }

  const runAction: RunAction = async (request) => {
    const { itemId, action } = request
    try {
      const { message } = await sendAction(request)
      toast.success(message)
      mark(itemId, action)
      return true
    } catch (error) {
      const { status } = showProblem(error)
      if (status === 409 || status === 404) {
        // A colleague was faster.
        if (action.kind !== 'undo') mark(itemId, { kind: 'elsewhere' })
        refresh()
      }
      return false
    }
  }

  return { done, runAction }
}

function sendAction({ itemId, order, action }: ActionRequest) {
  if (action.kind === 'undo') {
    return call<UndoPrepared>('POST /orders/undoConfirm', {
      body: { orderId: order.id, itemId },
    })
  }
  return call<ConfirmOrder>('POST /orders/confirmOrder', {
    body: {
      ...encodeBakerAction(action),
      suborder: itemId,
      order: order.id,
      time: order.deliveryAt,
    },
  })
}

type ConfirmItemProps = ItemActionProps & {
  /** The specification names the panel's button. */
  isInPanel?: boolean
}

function ConfirmItem({ item, order, runAction, isInPanel = false }: ConfirmItemProps) {
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
function PreparedItem({ item, order, runAction, undoForMs }: PreparedItemProps) {
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

function Outcome({ children }: { children: ReactNode }) {
  return (
    <span
      className={`inline-flex min-h-11 items-center justify-center gap-1.5 text-sm font-semibold text-pistachio ${confirmWidth}`}
    >
      <Check size={18} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}

/** On the panel, which is not read again after each press: an item's buttons, and then what was done. */
export function WaitingItemActions({
  done,
  ...props
}: ItemActionProps & {
  item: ItemActionProps['item'] & Pick<OrderItem, 'customize'>
  /** What was done since the list was loaded. */
  done: DoneItem | undefined
}) {
  if (done?.kind === 'confirm') {
    // Reversed: the outcome takes the place of the button, and "Undo" is to its left.
    return (
      <div className="flex flex-row-reverse gap-2 bg-paper">
        <PreparedItem {...props} undoForMs={undoWithinMs} />
      </div>
    )
  }
  if (done) {
    const price = done.pricePaise === undefined ? '' : `: ${formatRs(done.pricePaise)}`
    return <Outcome>{`${outcomes[done.kind]}${price}`}</Outcome>
  }
  return props.item.customize ? <QuoteOrReject {...props} /> : <ConfirmItem {...props} isInPanel />
}

const outcomes = { quote: 'Quote sent', reject: 'Rejected', elsewhere: 'No longer waiting' }

type ItemActionsProps = Omit<ItemActionProps, 'runAction'> & {
  item: ItemActionProps['item'] & Pick<OrderItem, 'status' | 'preparedAt'>
  /** Null if there is none. */
  lastQuote: OrderQuote | null
  now: Date
  /** Called after the reload; the focused button is gone. */
  onDone: () => void
}

/** On the order's page: an item's buttons; the page is read again after a press. */
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
      <NewQuoteButton {...props} lastQuote={lastQuote} />
    </div>
  ) : null
}
