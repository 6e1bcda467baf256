import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { undoLeftMs } from '#shop/orders/item-status.ts'
import type { DoneItem } from '../baker-actions/item-actions.tsx'
import type { WaitingOrder } from './orders-section.server.ts'

/**
 * The orders to show after a reload: nothing moves under a pointer or a finger. Items that were done here stay while
 * they can be undone. The row with the pointer or the focus stays too, at its position on the screen when others come
 * or go above it. Rows have the attribute `data-item`.
 */
export function useSteadyOrders(
  list: RefObject<HTMLElement | null>,
  read: WaitingOrder[],
  done: ReadonlyMap<string, DoneItem>,
): WaitingOrder[] {
  const [shown, setShown] = useState({ read, orders: read })
  const pointed = useRef<{ row: Element; top: number }>(null)

  const show = useEffectEvent((orders: WaitingOrder[]) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
    const row = rows.find((one) => one.matches(':hover'))
    const inUse = rows.filter((one) => one.matches(':hover, :focus-within'))
    const keeps = (id: string) =>
      inUse.some(({ dataset }) => dataset.item === id) || canBeUndone(done.get(id))
    pointed.current = row ? { row, top: row.getBoundingClientRect().top } : null
    setShown({ read: orders, orders: mergeOrders(shown.orders, orders, keeps) })
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

  return shown.orders
}

function canBeUndone(done: DoneItem | undefined): boolean {
  return done?.kind === 'confirm' && undoLeftMs(done.at, new Date()) > 0
}

/** Removes decided items, and orders without any left. */
export function stillWaiting(
  orders: readonly WaitingOrder[],
  done: { has(itemId: string): boolean },
): WaitingOrder[] {
  return orders
    .map((order) => ({ ...order, items: order.items.filter(({ id }) => !done.has(id)) }))
    .filter(({ items }) => items.length > 0)
}

/** The reloaded orders; items for which `keeps` is true stay in their place. */
export function mergeOrders(
  shown: readonly WaitingOrder[],
  read: readonly WaitingOrder[],
  keeps: (itemId: string) => boolean,
): WaitingOrder[] {
  const readOrders = new Map(read.map((order) => [order.id, order]))
  const merged = shown.map((order) => mergeItems(order, readOrders.get(order.id), keeps))
  const shownIds = new Set(shown.map(({ id }) => id))
  return [...merged, ...read.filter(({ id }) => !shownIds.has(id))]
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => a.deliveryAt.getTime() - b.deliveryAt.getTime() || a.number - b.number)
}

function mergeItems(
  shown: WaitingOrder,
  read: WaitingOrder | undefined,
  keeps: (itemId: string) => boolean,
): WaitingOrder {
  const waiting = new Map(read?.items.map((item) => [item.id, item]))
  const steadyItems = shown.items.filter(({ id }) => !waiting.has(id) && keeps(id))
  if (steadyItems.length === 0) return read ?? { ...shown, items: [] }
  const before = shown.items.flatMap((item) =>
    steadyItems.includes(item) ? item : (waiting.get(item.id) ?? []),
  )
  const added = [...waiting.values()].filter(({ id }) => !shown.items.some((one) => one.id === id))
  const otherItems = read ? read.otherItems - steadyItems.length : shown.otherItems
  return { ...(read ?? shown), items: [...before, ...added], otherItems }
}
