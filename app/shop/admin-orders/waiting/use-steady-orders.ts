import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { undoLeftMs } from '#shop/orders/item-status.ts'
import type { DoneItem } from '../baker-actions/item-actions.tsx'
import { mergeOrders, type WaitingOrder } from './waiting-order.ts'

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
