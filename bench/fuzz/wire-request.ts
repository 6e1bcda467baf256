import { Socket } from 'node:net'

/** A request before it is written: nothing in it need be allowed. */
export interface WireRequest {
  method: string
  /** With its query, as it is written. */
  target: string
  headers: [name: string, value: string][]
  body: Buffer | null
}

export interface WireResponse {
  /** 0 when the connection was closed without a response. */
  status: number
  head: string
  ms: number
}

/** The request's bytes; texts beyond Latin-1 are written as UTF-8. */
export function bytesOf({ method, target, headers, body }: WireRequest): Buffer {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  return body ? Buffer.concat([head, body]) : head
}

let connections = 0

/**
 * Writes a request on a connection of its own and reads its response.
 *
 * @param isTorn nothing follows, and the server is told so
 */
export function sendBytes(
  url: string,
  bytes: Buffer,
  { isTorn = false, patienceMs = 60_000 } = {},
): Promise<WireResponse> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<WireResponse>()
  const start = performance.now()
  const socket = new Socket()
  let head = ''
  connections += 1
  // Many addresses of the loopback: one has too few ports.
  const localAddress = `127.0.0.${2 + (connections % 250)}`
  socket.connect({ host: hostname, port: Number(port), localAddress })
  socket.setTimeout(patienceMs, () => socket.destroy())
  socket.on('data', (piece: Buffer) => {
    if (head.length < 4096) head += piece.toString('latin1')
    if (/^content-type: text\/event-stream/im.test(head)) socket.destroy()
  })
  socket.on('error', () => {})
  socket.on('close', () => resolve({ status: statusOf(head), head, ms: performance.now() - start }))
  if (isTorn) socket.end(bytes)
  else socket.write(bytes)
  return promise
}

function statusOf(head: string): number {
  const statuses = [...head.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
  return statuses.find((status) => status >= 200) ?? 0
}
