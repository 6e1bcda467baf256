import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '#ui/toast.ts'
import { arrivals, arrivalText, type Known, knowing } from './arrivals.ts'
import { chime } from './chime.ts'
import { soundIsOn } from './order-sound.ts'
import { useAwayCount } from './use-away-count.ts'
import type { WaitingOrder } from './waiting-order.ts'

/** How long an order that has come in is marked as new, ms. */
const newForMs = 15_000
const none: ReadonlySet<string> = new Set()

/** Tells of orders that come in while the page is open, by words, by sound and in the title; answers the ids of the newest. */
export function useArrivals(orders: readonly WaitingOrder[]): ReadonlySet<string> {
  const known = useRef<Known>(null)
  const [arrived, setArrived] = useState(none)
  const countAway = useAwayCount()

  const tell = useEffectEvent((came: readonly WaitingOrder[]) => {
    toast.info(arrivalText(came.map(({ number }) => number)))
    if (soundIsOn()) void chime()
    countAway(came.length)
    setArrived((before) => new Set([...before, ...came.map(({ id }) => id)]))
  })

  useEffect(() => {
    const before = known.current
    known.current = knowing(before ?? { ids: none, latest: '' }, orders)
    const came = before ? arrivals(before, orders) : []
    if (came.length > 0) tell(came)
  }, [orders])

  useEffect(() => {
    if (arrived.size === 0) return
    const timer = setTimeout(() => setArrived(none), newForMs)
    return () => clearTimeout(timer)
  }, [arrived])
  return arrived
}
