import { useEffect, useEffectEvent, useState } from 'react'
import { fileAddress } from '#platform/http/api-client.ts'
import type { liveOrdersEndpoint } from './live-orders.endpoints.ts'

/** Whether the page hears of new orders at once. */
export type Line = 'connecting' | 'live' | 'reconnecting'

/** How long to wait before another try where the browser itself has given up, ms. */
const tryAgainMs = 5000

/** Listens to what happens to orders; `onChange` is called for each event, and when something may have been missed. */
export function useLiveOrders(onChange: () => void): Line {
  const [line, setLine] = useState<Line>('connecting')
  const changed = useEffectEvent(onChange)

  useEffect(() => {
    let source: EventSource
    let retry: ReturnType<typeof setTimeout> | undefined

    function open() {
      source = new EventSource(fileAddress<typeof liveOrdersEndpoint>('/orders/live', {}))
      source.addEventListener('ready', () => {
        setLine('live')
        changed()
      })
      source.addEventListener('order', () => changed())
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
