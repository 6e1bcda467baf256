import { fileUrl } from '#platform/http/api-client.ts'
import type { trackedLiveEndpoint } from '../tracking.endpoints.ts'

/** When to listen again where the browser has given up, ms. */
const retryMs = 5000

/**
 * Listens to what happens to the order of a link while its page is seen; `onChange` is called whenever something happened, or
 * may have been missed.
 */
export function listenLive(token: string, onChange: () => void) {
  let source: EventSource | null = null

  function open() {
    if (document.hidden || source) return
    const address = fileUrl<typeof trackedLiveEndpoint>('/track/live', { query: { token } })
    source = new EventSource(address)
    source.addEventListener('ready', onChange)
    source.addEventListener('change', onChange)
    source.addEventListener('error', () => {
      // A browser reconnects by itself, but not after a response that is no stream.
      if (source?.readyState !== EventSource.CLOSED) return
      close()
      setTimeout(open, retryMs)
      onChange()
    })
  }

  function close() {
    source?.close()
    source = null
  }

  document.addEventListener('visibilitychange', () => (document.hidden ? close() : open()))
  open()
}
