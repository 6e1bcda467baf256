import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ApiError, call } from '#platform/http/api-client.ts'
import { itemLabels, nextStatus, undoLeftMs, undoWithinMs } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { formatRs, type Paise } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'
import { showProblem } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { checkIcon, Icon } from '#ui/icon.tsx'
import { useBusy } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import type { OrderQuote } from '../detail/load-order-detail.server.ts'
import type { ConfirmOrder, UndoPrepared } from './apply-baker-action.server.ts'
import {
  type ActionRequest,
  type ItemActionProps,
  NewQuoteButton,
  QuoteOrReject,
  type RunAction,
  type TypedAction,
} from './quote-item.tsx'

/** What was done to an item here, or 'elsewhere'. */
export interface DoneItem {
  kind: ActionRequest['action']['kind'] | 'elsewhere'
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
      const pricePaise =
        action.kind === 'quote' ? (parseRupees(action.price) ?? undefined) : undefined
      after.set(itemId, { kind: action.kind, at: new Date(), pricePaise })
      return after
    })
  }

  const runAction: RunAction = async (request) => {
    const { itemId, action } = request
    try {
      const { message } = await sendAction(request)
      toast.success(message)
      if (action.kind === 'ask') refresh()
      else mark(itemId, action)
      return null
    } catch (error) {
      // The dialog shows it at its field.
      if (error instanceof ApiError && error.problem.errors?.msg) return error.problem
      const problem = showProblem(error)
      const { status } = problem
      if (status === 409 || status === 404) {
        // A colleague was faster.
        if (action.kind !== 'undo') mark(itemId, { kind: 'elsewhere' })
        refresh()
      }
      return problem
    }
  }

  return { done, runAction }
}

/** For a page that is read again after each press. */
export function useReloadingBakerActions(onDone?: () => void): RunAction {
  const { revalidate } = useRevalidator()
  const { runAction } = useBakerActions(() => void revalidate())
  return async (request) => {
    const problem = await runAction(request)
    if (!problem) {
      await revalidate()
      onDone?.()
    }
    return problem
  }
}

/** Focuses the element around the buttons when the focused button is gone, and not another button. */
export function useFocusWhenGone<Shown>(shown: Shown) {
  const actions = useRef<HTMLDivElement>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body) {
      actions.current?.focus()
    }
    before.current = shown
  }, [shown])
  return actions
}

function sendAction({ itemId, order, action }: ActionRequest) {
  if (action.kind === 'undo') {
    return call<UndoPrepared>('POST /orders/undoConfirm', {
      body: { orderId: order.id, itemId },
    })
  }
  return call<ConfirmOrder>('POST /orders/confirmOrder', {
    body: {
      ...encodeAction(action),
      suborder: itemId,
      order: order.id,
      time: order.deliveryAt,
    },
  })
}

/** The call's codes. */
export function encodeAction(action: TypedAction) {
  if (action.kind === 'confirm') return { data: '', msg: '' } as const
  if (action.kind === 'reject') return { data: 2, msg: action.problem } as const
  if (action.kind === 'ask') return { data: 3, msg: action.words } as const
  return { data: 1, msg: action.price, ...action.work } as const
}

/** What it takes to mark an item as ready, or not. */
interface BakeProps {
  item: Pick<OrderItem, 'id' | 'name' | 'status' | 'preparedAt'>
  order: Pick<Order, 'id' | 'number' | 'deliveryAt'>
  runAction: RunAction
}

/** In the kitchen, where a ticket shows for the whole day that its item is ready. */
export function BakeActions({ now, ...props }: BakeProps & { now: Date }) {
  const { item } = props
  const actions = useFocusWhenGone(item.status)
  return (
    <div ref={actions} tabIndex={-1} className={undoToTheLeft}>
      {item.status === 'completed' ? (
        <PreparedItem {...props} undoForMs={undoLeftMs(item.preparedAt, now)} />
      ) : (
        <ConfirmItem {...props} size="large" />
      )}
    </div>
  )
}

/** "Undo" stands where the button was not, and the row keeps its height: a second press hits nothing. */
const undoToTheLeft =
  'grid min-h-14 grid-cols-[minmax(0,5rem)_1fr] items-center gap-2 *:row-start-1 *:first:col-start-2'

interface ConfirmItemProps extends BakeProps {
  isInList?: boolean | undefined
  size?: 'small' | 'large'
}

function ConfirmItem({ item, order, runAction, isInList, size = 'small' }: ConfirmItemProps) {
  const { busy, whileBusy } = useBusy()
  const confirm = () =>
    whileBusy(() => runAction({ itemId: item.id, order, action: { kind: 'confirm' } }))

  const itemName = <span className="sr-only">{` ${item.name} of order ${order.number} `}</span>
  return (
    <Button size={size} className={confirmWidth} busy={busy} onClick={() => void confirm()}>
      {isInList ? (
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

/** Replaces the button: says that the item is prepared, and can undo it for so many ms. */
function PreparedItem({ item, order, runAction, undoForMs }: BakeProps & { undoForMs: number }) {
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
      <Outcome>{itemLabels.completed}</Outcome>
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
      <Icon path={checkIcon} size={18} />
      <span>{children}</span>
    </span>
  )
}

interface ItemActionsProps extends ItemActionProps {
  item: ItemActionProps['item'] & BakeProps['item']
  now: Date
  /** In a list to answer, which is not read again after each press. The specification names its button. */
  isInList?: boolean
  /** What was done since the list was loaded. */
  done?: DoneItem | undefined
  /** Null if there is none. */
  lastQuote?: OrderQuote | null
}

/** An item's buttons, and then what was done. */
export function ItemActions({ done, now, isInList, lastQuote = null, ...props }: ItemActionsProps) {
  const { item } = props
  if (done?.kind === 'quote' || done?.kind === 'reject' || done?.kind === 'elsewhere') {
    const price = done.pricePaise === undefined ? '' : `: ${formatRs(done.pricePaise)}`
    return <Outcome>{`${outcomes[done.kind]}${price}`}</Outcome>
  }
  const isUndone = done?.kind === 'undo'
  const undoForMs = done?.kind === 'confirm' ? undoWithinMs : undoLeftMs(item.preparedAt, now)
  if (undoForMs > 0 && !isUndone) {
    // Reversed in a list: the outcome takes the place of the button, and "Undo" is to its left.
    return (
      <div className={`flex gap-2 ${isInList ? 'flex-row-reverse bg-paper' : 'flex-wrap'}`}>
        <PreparedItem {...props} undoForMs={undoForMs} />
      </div>
    )
  }
  const canDo = (action: 'confirm' | 'prepare' | 'reject' | 'quote') =>
    nextStatus(item.status, action, item) !== null
  if (isUndone || canDo('confirm') || (canDo('prepare') && !isInList)) {
    return (
      <div>
        <ConfirmItem {...props} isInList={isInList} />
      </div>
    )
  }
  if (canDo('reject')) {
    return (
      <div className="flex flex-wrap gap-2">
        <QuoteOrReject {...props} />
      </div>
    )
  }
  // A colleague was faster: no other button comes under the pointer.
  if (isInList) return <Outcome>{outcomes.elsewhere}</Outcome>
  return canDo('quote') ? (
    <div>
      <NewQuoteButton {...props} lastQuote={lastQuote} />
    </div>
  ) : null
}

const outcomes = { quote: 'Quote sent', reject: 'Rejected', elsewhere: 'No longer waiting' }
