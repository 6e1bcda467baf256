import type { IncomingMessage } from 'node:http'

const defaultBounds = { maxBytes: 64 * 1024 * 1024, withinMs: 30_000 }

/**
 * Reads and discards the rest of a body, for example of one that is too large. If the connection were cut, a client that is
 * still sending could not read the response. Beyond the bounds it is cut.
 */
export function discardBody(incoming: IncomingMessage, { maxBytes, withinMs } = defaultBounds) {
  if (incoming.complete || incoming.destroyed) return
  let bytes = 0
  const timer = setTimeout(() => incoming.destroy(), withinMs)
  incoming.once('close', () => clearTimeout(timer))
  incoming.once('end', () => clearTimeout(timer))
  // A previous reader may have paused it.
  incoming.removeAllListeners('data')
  incoming.on('data', ({ length }: Buffer) => {
    bytes += length
    if (bytes > maxBytes) incoming.destroy()
  })
  incoming.resume()
}
