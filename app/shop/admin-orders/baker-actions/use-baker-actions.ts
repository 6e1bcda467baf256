import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import type { Paise } from '#shop/values/money.ts'
import { showProblem } from '#shop/values/use-action.ts'
import { toast } from '#ui/toast.tsx'
import type { confirmOrderEndpoint, undoPreparedEndpoint } from '../admin-orders.endpoints.ts'
import { type BakerAction, encodeBakerAction } from './baker-action.ts'

interface ActionRequest {
  itemId: string
  order: Pick<Order, 'id' | 'deliveryAt'>
  action: BakerAction | { kind: 'undo' }
}

/** What was done to an item here, or 'elsewhere'. */
export interface DoneItem {
  kind: BakerAction['kind'] | 'elsewhere'
  at: Date
  /** Of a quote, for one cake. */
  pricePaise?: Paise
}

/** Shows the response. Resolves to whether the action was done. */
export type RunAction = (request: ActionRequest) => Promise<boolean>

type ShownHere =
  | 'id'
  | 'name'
  | 'flavour'
  | 'wt'
  | 'egg'
  | 'amount'
  | 'bname'
  | 'detail'
  | 'customize'
  | 'image'

export interface ItemActionProps {
  item: Pick<OrderItem, ShownHere>
  order: Pick<Order, 'id' | 'number' | 'deliveryAt' | 'slotStartsAt'>
  runAction: RunAction
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
    return call<typeof undoPreparedEndpoint>('POST /orders/undoConfirm', {
      body: { orderId: order.id, itemId },
    })
  }
  return call<typeof confirmOrderEndpoint>('POST /orders/confirmOrder', {
    body: {
      ...encodeBakerAction(action),
      suborder: itemId,
      order: order.id,
      time: order.deliveryAt,
    },
  })
}
