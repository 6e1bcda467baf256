import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OrderNews } from '#shop/live-orders/use-live-orders.ts'
import { toast } from '#ui/toast.tsx'
import { isSoundOn, playNewOrderSound } from './new-order-sound.ts'
import type { WaitingOrder } from './waiting-order.ts'

interface Placed {
  id: string
  /** ISO 8601 */
  created_at: string
}

/** What the panel has shown so far. */
interface Known {
  ids: ReadonlySet<string>
  /** When the latest order of all was placed, ISO 8601; '' when there was none. */
  latest: string
}

/**
 * Which orders have come in since. One that is placed earlier has only moved up, into the place of others that are
 * done: the list holds the newest ones.
 */
export function newOrders<One extends Placed>(
  { ids, latest }: Known,
  orders: readonly One[],
): One[] {
  return orders.filter(({ id, created_at }) => !ids.has(id) && created_at >= latest)
}

export function knowing({ ids, latest }: Known, orders: readonly Placed[]): Known {
  return {
    ids: new Set([...ids, ...orders.map(({ id }) => id)]),
    latest: [latest, ...orders.map(({ created_at }) => created_at)].toSorted().at(-1) ?? latest,
  }
}

/** 'Order 1043 has come in', 'Orders 1043, 1044 and 1045 have come in'. */
export function newOrderText(numbers: readonly number[]): string {
  const [first, ...rest] = numbers.toSorted((a, b) => a - b)
  const last = rest.pop()
  if (last === undefined) return `Order ${first} has come in`
  return `Orders ${[first, ...rest].join(', ')} and ${last} have come in`
}

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

/** Counts in the title of the tab what comes while nobody looks at it: '(1) Admin panel'. Answers how to count. */
function useTitleCount(): (more: number) => void {
  const [count, setCount] = useState(0)

  useEffect(() => {
    const onLook = () => {
      if (!document.hidden) setCount(0)
    }
    document.addEventListener('visibilitychange', onLook)
    return () => document.removeEventListener('visibilitychange', onLook)
  }, [])

  useEffect(() => {
    if (count === 0) return
    const { title } = document
    document.title = `(${count}) ${title}`
    return () => {
      document.title = title
    }
  }, [count])

  return (more) => {
    if (document.hidden) setCount((before) => before + more)
  }
}

/** What an open panel says when a price was answered, or was not; null for all that it shows by itself. */
export function quoteAnswerText({ action, number }: OrderNews): string | null {
  switch (action) {
    case 'accept-quote':
      return `The price of order ${number} was accepted`
    case 'decline-quote':
      return `The price of order ${number} was declined`
    case 'expire-quote':
      return `The price of order ${number} was not answered in time`
    default:
      return null
  }
}
