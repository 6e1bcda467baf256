import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { fileUrl } from '#platform/http/api-client.ts'
import type { liveOrdersEndpoint } from './live-orders.endpoints.ts'

/** Whether the page hears of new orders at once. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting'

/** When to connect again where the browser has given up, ms. */
const retryMs = 5000

/**
 * Listens to what happens to orders; `onChange` is called for each event with what it tells, and with null when
 * something may have been missed.
 */
export function useLiveOrders(onChange: (change: OrderChange | null) => void): ConnectionState {
  const [connection, setConnection] = useState<ConnectionState>('connecting')
  const changed = useEffectEvent(onChange)

  useEffect(() => {
    let source: EventSource
    let retry: ReturnType<typeof setTimeout> | undefined

    function open() {
      source = new EventSource(fileUrl<typeof liveOrdersEndpoint>('/orders/live', {}))
      source.addEventListener('ready', () => {
        setConnection('live')
        changed(null)
      })
      source.addEventListener('order', ({ data }: MessageEvent<string>) =>
        changed(parseOrderChange(data)),
      )
      source.addEventListener('error', () => {
        setConnection('reconnecting')
        // A browser reconnects by itself, but not after a response that is no stream.
        if (source.readyState === EventSource.CLOSED) retry = setTimeout(open, retryMs)
      })
    }

    open()
    return () => {
      clearTimeout(retry)
      source.close()
    }
  }, [])
  return connection
}

const changeSchema = z.object({ action: z.string().default(''), number: z.number().int() })

/** Something that happened to an order, as open pages hear of it. */
export interface OrderChange {
  /** As in the audit log; '' where it is not for the one who listens. */
  action: string
  /** The order's. */
  number: number
}

/** Reads the data of an `order` event; null when it is none of ours. */
export function parseOrderChange(text: string): OrderChange | null {
  try {
    return changeSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
