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
