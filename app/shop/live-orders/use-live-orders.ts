import { useEffect, useEffectEvent, useState } from 'react'
import { fileUrl } from '#platform/http/api-client.ts'
import type { liveOrdersEndpoint } from './live-orders.endpoints.ts'
import { type OrderNews, readOrderNews } from './order-news.ts'

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
