import type { IncomingMessage } from 'node:http'

const usualBounds = { maxBytes: 64 * 1024 * 1024, withinMs: 30_000 }

/**
 * Reads what is left of a body that nobody wants, such as one that is too large. A client that is still sending when its
 * connection is cut cannot read the response. Beyond the bounds the connection is cut.
 */
export function discardBody(incoming: IncomingMessage, { maxBytes, withinMs } = usualBounds) {
  if (incoming.complete || incoming.destroyed) return
  let bytes = 0
  const timer = setTimeout(() => incoming.destroy(), withinMs)
  incoming.once('close', () => clearTimeout(timer))
  incoming.once('end', () => clearTimeout(timer))
  // A reader that gave up would pause it.
  incoming.removeAllListeners('data')
  incoming.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes > maxBytes) incoming.destroy()
  })
  incoming.resume()
}
