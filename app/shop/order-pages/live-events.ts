import { fileUrl } from '#platform/http/api-client.ts'
import { hasLinkEnded } from '#ui/plain-page.ts'
import type { LiveOrderCall } from './live-orders.server.ts'

/** Delay before a new connection after the browser has given up, ms. */
const retryMs = 5000

/**
 * Listens to server-sent events, by their names.
 *
 * @param onError called when the connection is lost, with true if the browser has given up
 * @returns a function that stops
 */
export function listenLive(
  address: string,
  handlers: Record<string, (event: MessageEvent<string>) => void>,
  onError: (hasGivenUp: boolean) => void,
): () => void {
  let source: EventSource
  let retry: ReturnType<typeof setTimeout> | undefined

  function open() {
    source = new EventSource(address)
    for (const name in handlers) source.addEventListener(name, handlers[name] as EventListener)
    source.addEventListener('error', () => {
      // A browser reconnects by itself, but not after a response that is no stream.
      const hasGivenUp = source.readyState === EventSource.CLOSED
      if (hasGivenUp) retry = setTimeout(open, retryMs)
      onError(hasGivenUp)
    })
  }

  open()
  return () => {
    clearTimeout(retry)
    source.close()
  }
}

/**
 * Follows the order of a link, only while its page is seen. A page whose link has ended is loaded again: it says so.
 *
 * @param onChange called for each change, and when some may have been missed
 * @returns a function that stops
 */
export function followOrder(token: string, onChange: () => void): () => void {
  let stop = () => {}

  async function reloadIfEnded() {
    const response = await fetch(location.href, { cache: 'no-store' }).catch(() => null)
    if (response && hasLinkEnded(response)) location.reload()
  }

  function listen() {
    stop()
    stop = () => {}
    if (document.hidden) return
    stop = listenLive(
      fileUrl<LiveOrderCall>('/orders/liveOrder', { query: { token } }),
      { ready: onChange, change: onChange },
      (hasGivenUp) => hasGivenUp && void reloadIfEnded(),
    )
  }

  document.addEventListener('visibilitychange', listen)
  listen()
  return () => {
    stop()
    document.removeEventListener('visibilitychange', listen)
  }
}
