import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { useLiveOrders } from '#shop/orders/live/use-live-orders.ts'

/** Loads the page of an order again when something happens to it, here or elsewhere. */
export function useReloadOnChange(number: number) {
  const { revalidate } = useRevalidator()
  const isConnected = useRef(false)
  useLiveOrders((change) => {
    // The page was read just before it listened for the first time; after a break something may have been missed.
    if (change ? change.number === number : isConnected.current) void revalidate()
    isConnected.current = true
  })
}
