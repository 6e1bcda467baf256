import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { undoLeftMs } from '#shop/orders/item-status.ts'
import { type DoneItem, useBakerActions } from '../baker-actions/item-actions.tsx'
import type { RunAction } from '../baker-actions/quote-item.tsx'
import type { StaffItem, StaffOrder } from '../staff-order.ts'

/** A list of orders to answer, while somebody works in it. */
export interface SteadyList {
  /** To be set on the element around the rows. */
  ref: RefObject<HTMLDivElement | null>
  orders: readonly StaffOrder[]
  /** Items that stay although they wait no more. */
  keptIds: ReadonlySet<string>
  /** What was done since the list was loaded, by the item's id. */
  done: ReadonlyMap<string, DoneItem>
  runAction: RunAction
  /** How many orders still wait. */
  waiting: number
}

const none: ReadonlySet<string> = new Set()

/**
 * The orders to show after a reload: nothing moves under a pointer or a finger. Items that were done here stay while
 * they can be undone. The row with the pointer or the focus stays too, at its position on the screen when others come
 * or go above it. Rows have the attribute `data-item`.
 */
export function useSteadyOrders(
  read: readonly StaffOrder[],
  { byDue, refresh }: { byDue: boolean; refresh: () => void },
): SteadyList {
  const ref = useRef<HTMLDivElement>(null)
  const { done, runAction } = useBakerActions(refresh)
  const [shown, setShown] = useState({ read, orders: read, keptIds: none })
  const pointed = useRef<{ row: Element; top: number }>(null)

  const show = useEffectEvent((orders: readonly StaffOrder[]) => {
    const rows = [...(ref.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    const row = rows.find((one) => one.matches(':hover'))
    const inUse = rows.filter((one) => one.matches(':hover, :focus-within'))
    const undoable = [...done].flatMap(([id, one]) => (canBeUndone(one) ? id : []))
    const keptIds = new Set([...inUse.flatMap(({ dataset }) => dataset.item ?? []), ...undoable])
    pointed.current = row ? { row, top: row.getBoundingClientRect().top } : null
    setShown({ read: orders, orders: mergeOrders(shown.orders, orders, keptIds, byDue), keptIds })
  })

  useEffect(() => {
    if (shown.read !== read) show(read)
  }, [read, shown.read])

  useLayoutEffect(() => {
    if (!pointed.current) return
    const { row, top } = pointed.current
    pointed.current = null
    window.scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' })
  })

  const { orders, keptIds } = shown
  const waiting = orders.filter(({ items }) =>
    items.some((item) => waits(item) && !done.has(item.id)),
  )
  return { ref, orders, keptIds, done, runAction, waiting: waiting.length }
}

function canBeUndone({ kind, at }: DoneItem): boolean {
  return kind === 'confirm' && undoLeftMs(at, new Date()) > 0
}

function waits({ status }: StaffItem): boolean {
  return status === 'processing'
}

/** The items of an order that a list to answer shows. */
export function openItems(order: StaffOrder, keptIds: ReadonlySet<string>): StaffItem[] {
  return order.items.filter((item) => waits(item) || keptIds.has(item.id))
}

/** The reloaded orders, and in their places those that wait no more but have a kept item. */
export function mergeOrders(
  shown: readonly StaffOrder[],
  read: readonly StaffOrder[],
  keptIds: ReadonlySet<string>,
  byDue: boolean,
): StaffOrder[] {
  const readIds = new Set(read.map(({ id }) => id))
  const kept = shown
    .filter(({ id }) => !readIds.has(id))
    .map((order) => ({ ...order, items: order.items.filter(({ id }) => keptIds.has(id)) }))
    .filter(({ items }) => items.length > 0)
  return [...read, ...kept].sort((a, b) =>
    byDue
      ? a.deliveryAt.getTime() - b.deliveryAt.getTime() || a.number - b.number
      : b.number - a.number,
  )
}
