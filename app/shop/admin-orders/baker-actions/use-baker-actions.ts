import { useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import type { OrderItem } from '#shop/orders/order.schema.ts'
import { toast } from '#ui/toast.tsx'
import type { confirmOrderEndpoint } from '../admin-orders.endpoints.ts'
import type { WaitingOrder } from '../waiting/waiting-order.ts'
import { type BakerAction, encodeBakerAction } from './baker-action.ts'

/** An action on an item of an order. */
interface ActionRequest {
  itemId: string
  order: Pick<WaitingOrder, 'id' | 'time'>
  action: BakerAction
}

/** Runs an action and shows the shop's response. Resolves to whether it was done. */
export type RunAction = (request: ActionRequest) => Promise<boolean>

type ShownHere =
  | 'id'
  | 'name'
  | 'flavour'
  | 'wt'
  | 'amount'
  | 'bname'
  | 'detail'
  | 'customize'
  | 'image'

export interface ItemActionProps {
  item: Pick<OrderItem, ShownHere>
  order: Pick<WaitingOrder, 'id' | 'number' | 'time'>
  runAction: RunAction
}

/** Runs actions on items, and returns the ids of items that are done. `refresh` loads the list again. */
export function useBakerActions(refresh: () => void) {
  const [doneIds, setDoneIds] = useState<ReadonlySet<string>>(new Set())

  const runAction: RunAction = async ({ itemId, order, action }) => {
    try {
      const { message } = await call<typeof confirmOrderEndpoint>('POST /orders/confirmOrder', {
        body: {
          ...encodeBakerAction(action),
          suborder: itemId,
          order: order.id,
          time: order.time,
        },
      })
      toast.success(message)
      setDoneIds((before) => new Set([...before, itemId]))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
      // Somebody else was faster.
      if (error.problem.status === 409 || error.problem.status === 404) refresh()
      return false
    }
  }

  return { doneIds, runAction }
}
