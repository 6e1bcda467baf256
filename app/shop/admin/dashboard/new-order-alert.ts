import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StaffOrder } from '#shop/admin-orders/staff-order.ts'
import type { OrderChange } from '#shop/order-pages/live/use-live-orders.ts'
import { toast } from '#ui/toast.tsx'

interface Placed {
  id: string
  placedAt: Date
}

interface SeenOrders {
  ids: ReadonlySet<string>
  /** The time of the latest order, ms; 0 without orders. */
  latest: number
}

/** An order that was placed earlier is not new: it has only moved up in the list. */
export function newOrders<One extends Placed>(
  { ids, latest }: SeenOrders,
  orders: readonly One[],
): One[] {
  return orders.filter(({ id, placedAt }) => !ids.has(id) && placedAt.getTime() >= latest)
}

export function addSeen({ ids, latest }: SeenOrders, orders: readonly Placed[]): SeenOrders {
  return {
    ids: new Set([...ids, ...orders.map(({ id }) => id)]),
    latest: Math.max(latest, ...orders.map(({ placedAt }) => placedAt.getTime())),
  }
}

/** 'Order 1043 has come in', 'Orders 1043, 1044 and 1045 have come in'. */
export function newOrderText(numbers: readonly number[]): string {
  const [first, ...rest] = numbers.toSorted((a, b) => a - b)
  const last = rest.pop()
  if (last === undefined) return `Order ${first} has come in`
  return `Orders ${[first, ...rest].join(', ')} and ${last} have come in`
}

/** Marked as new for this time, ms. */
const newForMs = 15_000
const none: ReadonlySet<string> = new Set()

interface NewOrderAlert {
  newIds: ReadonlySet<string>
  /** An order that is placed is announced with the next list, even if it is due on a later page. */
  add: (change: OrderChange) => void
}

/** A toast, and a number in the title. */
export function useNewOrderAlert(orders: readonly StaffOrder[]): NewOrderAlert {
  const seen = useRef<SeenOrders>(null)
  const placed = useRef<number[]>([])
  const announced = useRef(new Set<number>())
  const [newIds, setNewIds] = useState(none)
  const addToTitle = useTitleCount()

  const showAlert = useEffectEvent((arrived: readonly StaffOrder[]) => {
    const numbers = new Set([...arrived.map(({ number }) => number), ...placed.current])
    placed.current = []
    const untold = [...numbers].filter((number) => !announced.current.has(number))
    if (untold.length === 0) return
    for (const number of untold) announced.current.add(number)
    toast.info(newOrderText(untold))
    addToTitle(untold.length)
    setNewIds((before) => new Set([...before, ...arrived.map(({ id }) => id)]))
  })

  useEffect(() => {
    const before = seen.current
    seen.current = addSeen(before ?? { ids: none, latest: 0 }, orders)
    const arrived = before ? newOrders(before, orders) : []
    showAlert(arrived)
  }, [orders])

  useEffect(() => {
    if (newIds.size === 0) return
    const timer = setTimeout(() => setNewIds(none), newForMs)
    return () => clearTimeout(timer)
  }, [newIds])
  return {
    newIds,
    add(change) {
      if (change.action === 'place-order') placed.current.push(change.number)
      else if (quoteAnswerText(change) || problemText(change)) addToTitle(1)
    },
  }
}

/** Counts what is new in the title of a hidden tab: '(1) Admin panel'. Returns a function that adds to the count. */
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

/** Null for changes other than an answered or expired quote. */
export function quoteAnswerText({ action, number }: OrderChange): string | null {
  switch (action) {
    case 'accept-quote':
      return `The quote for order ${number} was accepted`
    case 'decline-quote':
      return `The quote for order ${number} was declined`
    case 'expire-quote':
      return `The quote for order ${number} was not answered in time`
    default:
      return null
  }
}

/** Null for changes other than a problem that a customer reports. */
export function problemText({ action, number }: OrderChange): string | null {
  if (action === 'hold-order')
    return `Order ${number} is held: the customer says that something is wrong with its photo`
  if (action === 'write-back') return `The customer of order ${number} has written back`
  return action === 'report-problem' ? `The customer reports a problem with order ${number}` : null
}
