import { useEffect, useEffectEvent, useState } from 'react'
import { z } from 'zod'
import { fileUrl } from '#platform/http/api-client.ts'
import type { liveOrdersEndpoint } from './live-orders.endpoints.ts'

/** Whether the page hears of new orders at once. */
export type Line = 'connecting' | 'live' | 'reconnecting'

/** How long to wait before another try where the browser itself has given up, ms. */
const tryAgainMs = 5000

/**
 * Listens to what happens to orders; `onChange` is called for each event with what it tells, and with null when
 * something may have been missed.
 */
export function useLiveOrders(onChange: (news: OrderNews | null) => void): Line {
  const [line, setLine] = useState<Line>('connecting')
  const changed = useEffectEvent(onChange)

  useEffect(() => {
    let source: EventSource
    let retry: ReturnType<typeof setTimeout> | undefined

    function open() {
      source = new EventSource(fileUrl<typeof liveOrdersEndpoint>('/orders/live', {}))
      source.addEventListener('ready', () => {
        setLine('live')
        changed(null)
      })
      source.addEventListener('order', ({ data }: MessageEvent<string>) =>
        changed(readOrderNews(data)),
      )
      source.addEventListener('error', () => {
        setLine('reconnecting')
        // It comes back by itself from a lost line, but not from an answer that is no stream.
        if (source.readyState === EventSource.CLOSED) retry = setTimeout(open, tryAgainMs)
      })
    }

    open()
    return () => {
      clearTimeout(retry)
      source.close()
    }
  }, [])
  return line
}

const newsSchema = z.object({ action: z.string(), number: z.number().int() })

/** Something that happened to an order, as open pages hear of it. */
export interface OrderNews {
  /** As in the journal. */
  action: string
  /** The order's. */
  number: number
}

/** Reads the data of an `order` event; null when it is none of ours. */
export function readOrderNews(text: string): OrderNews | null {
  try {
    return newsSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
