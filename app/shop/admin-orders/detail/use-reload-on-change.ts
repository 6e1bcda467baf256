import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useLiveOrders } from '#shop/orders/live/use-live-orders.ts'

/** Also for changes made elsewhere. */
export function useReloadOnChange(number: number) {
  const { revalidate } = useRevalidator()
  const isConnected = useRef(false)
  useLiveOrders((change) => {
    // The first connection needs no reload, because the page was just loaded. A reconnection does: something may have
    // been missed.
    if (change ? change.number === number : isConnected.current) void revalidate()
    isConnected.current = true
  })
}
