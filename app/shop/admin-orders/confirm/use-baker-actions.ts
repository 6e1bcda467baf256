import { useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import type { OrderItem } from '#shop/orders/order.schema.ts'
import { toast } from '#ui/toast.tsx'
import type { confirmOrderEndpoint } from '../admin-orders.endpoints.ts'
import type { WaitingOrder } from '../waiting/waiting-order.ts'

/** What the baker decides on an item, as the call has it. */
export interface ItemDecision {
  itemId: string
  order: Pick<WaitingOrder, 'id' | 'time'>
  data: '' | 1 | 2
  msg?: string
}

/** Sends a decision; whether it was done. The answer is told either way. */
export type Decide = (decision: ItemDecision) => Promise<boolean>

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

/** What a button needs that decides on an item. */
export interface DecisionProps {
  item: Pick<OrderItem, ShownHere>
  order: Pick<WaitingOrder, 'id' | 'number' | 'time'>
  decide: Decide
}

/** What was decided here, by its items, and how to decide more; `refresh` reads the list anew. */
export function useBakerActions(refresh: () => void) {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())

  const decide: Decide = async ({ itemId, order, data, msg = '' }) => {
    try {
      const { message } = await call<typeof confirmOrderEndpoint>('POST /orders/confirmOrder', {
        body: { data, suborder: itemId, order: order.id, time: order.time, msg },
      })
      toast.success(message)
      setDecided((before) => new Set([...before, itemId]))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.problem.detail)
      // Somebody else was faster: see what is left.
      if (error.problem.status === 409 || error.problem.status === 404) refresh()
      return false
    }
  }

  return { decided, decide }
}
