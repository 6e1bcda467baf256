import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { StaffOrder } from '#shop/admin-orders/list/list-orders.server.ts'
import type { OrderChange } from '#shop/order-pages/use-live-orders.ts'
import { toast } from '#ui/toast.tsx'

/** 'Order 1043 has come in', 'Orders 1043, 1044 and 1045 have come in'. */
export function newOrderText(numbers: readonly number[]): string {
  const [first, ...rest] = numbers.toSorted((a, b) => a - b)
  const last = rest.pop()
  if (last === undefined) return `Order ${first} has come in`
  return `Orders ${[first, ...rest].join(', ')} and ${last} have come in`
}

/** Marked as new for this time, ms. */
const newForMs = 15_000
const none: ReadonlySet<number> = new Set()

/** Tells of orders that are placed once the list has been read again: a toast, a mark, and a number in the title. */
export function useNewOrderAlert(orders: readonly StaffOrder[]) {
  const placed = useRef(new Set<number>())
  const [newNumbers, setNewNumbers] = useState(none)
  const addToTitle = useTitleCount()

  const showAlert = useEffectEvent(() => {
    const untold = [...placed.current]
    placed.current.clear()
    if (untold.length === 0) return
    toast.info(newOrderText(untold))
    addToTitle(untold.length)
    setNewNumbers((before) => new Set([...before, ...untold]))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each reading of the list
  useEffect(() => showAlert(), [orders])

  useEffect(() => {
    if (newNumbers.size === 0) return
    const timer = setTimeout(() => setNewNumbers(none), newForMs)
    return () => clearTimeout(timer)
  }, [newNumbers])
  return {
    newNumbers,
    add(change: OrderChange) {
      if (change.action === 'place-order') placed.current.add(change.number)
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
