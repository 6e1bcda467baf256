import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '#ui/toast.ts'
import { playNewOrderSound } from './new-order-sound.ts'
import { type Known, knowing, newOrders, newOrderText } from './new-orders.ts'
import { isSoundOn } from './sound-setting.ts'
import { useTitleCount } from './use-title-count.ts'
import type { WaitingOrder } from './waiting-order.ts'

/** How long an order that has come in is marked as new, ms. */
const newForMs = 15_000
const none: ReadonlySet<string> = new Set()

/** Tells of orders that come in while the page is open, by words, by sound and in the title; answers the ids of the newest. */
export function useNewOrderAlert(orders: readonly WaitingOrder[]): ReadonlySet<string> {
  const known = useRef<Known>(null)
  const [arrived, setArrived] = useState(none)
  const countAway = useTitleCount()

  const tell = useEffectEvent((came: readonly WaitingOrder[]) => {
    toast.info(newOrderText(came.map(({ number }) => number)))
    if (isSoundOn()) void playNewOrderSound()
    countAway(came.length)
    setArrived((before) => new Set([...before, ...came.map(({ id }) => id)]))
  })

  useEffect(() => {
    const before = known.current
    known.current = knowing(before ?? { ids: none, latest: '' }, orders)
    const came = before ? newOrders(before, orders) : []
    if (came.length > 0) tell(came)
  }, [orders])

  useEffect(() => {
    if (arrived.size === 0) return
    const timer = setTimeout(() => setArrived(none), newForMs)
    return () => clearTimeout(timer)
  }, [arrived])
  return arrived
}
