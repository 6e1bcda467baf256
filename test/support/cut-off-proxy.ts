import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A door to a server, which can be shut and opened again. */
export interface CutOffProxy {
  /** The server's address through this door. */
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): Promise<void>
  /** Lets connections through again, to the same server or the one that has taken its place. */
  mend(next?: string): Promise<void>
  /** Breaks every connection; new ones come through. */
  breakAll(): void
  /** Holds back what is sent either way, on connections there are and come, as a network that loses everything. */
  freeze(): void
  close(): Promise<void>
}

/** @param target the server's address, with its port */
export async function openCutOffProxy(target: string): Promise<CutOffProxy> {
  let { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let isFrozen = false

  const server = createServer((from) => {
    const to = connect(Number(port), hostname)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      if (!isFrozen) one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  const url = new URL(target)
  url.host = `127.0.0.1:${address.port}`

  function breakAll() {
    for (const socket of open) socket.destroy()
  }
  async function cut() {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    breakAll()
    await closed
  }
  return {
    url: url.href,
    cut,
    async mend(next = target) {
      ;({ hostname, port } = new URL(next))
      isFrozen = false
      breakAll()
      if (server.listening) return
      server.listen(address.port, '127.0.0.1')
      await once(server, 'listening')
    },
    breakAll,
    freeze() {
      isFrozen = true
      for (const socket of open) socket.unpipe().pause()
    },
    close: cut,
  }
}
