import { once } from 'node:events'
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { StartupError } from '../startup-error.ts'

/** How long running answers may take to end when the server is closed, in ms. */
const endWithinMs = 10_000
/** How long a client that keeps its connection has to learn, from its next answer, that it is the last one, in ms. */
const graceMs = 1000
/** How often to end, while closing, the connections that are idle by then, in ms. */
const sweepEveryMs = 50

export interface WebServer {
  server: HttpServer
  /** @throws StartupError when the port cannot be had */
  listen(address: { host: string; port: number }): Promise<void>
  /** From now on every answer is the last one on its connection; new ones are still taken. */
  sayGoodbye(): void
  /** Takes no new connections, lets running answers end, and cuts what hangs. */
  close(): Promise<void>
}

/**
 * An HTTP server that can be closed without cutting off a client who does nothing wrong.
 *
 * @param answersPerConnection then a client has to connect anew: where there are several workers, to whichever has
 *   time, so that none keeps more of the work than others
 */
export function createWebServer(answersPerConnection = Number.POSITIVE_INFINITY): WebServer {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 15_000 })
  server.keepAliveTimeout = 65_000
  const running = new Set<ServerResponse>()
  let farewell: Promise<void> | null = null
  const isLastOn = countAnswers(answersPerConnection)
  function hasEnded(this: ServerResponse) {
    running.delete(this)
  }
  server.on('request', ({ socket }, response) => {
    running.add(response)
    response.on('close', hasEnded)
    if (farewell || isLastOn(socket)) makeLast(response)
  })

  function sayGoodbye() {
    if (farewell) return
    farewell = new Promise((resolve) => setTimeout(resolve, graceMs))
    for (const response of running) makeLast(response)
  }

  function endIdle() {
    // Node counts a connection as idle when all of its answer is written, though not yet sent.
    const areAllSent = [...running].every(({ writableEnded }) => !writableEnded)
    if (areAllSent) server.closeIdleConnections()
  }

  return {
    server,
    listen: (address) => listen(server, address),
    sayGoodbye,
    async close() {
      sayGoodbye()
      const closed = once(server, 'close')
      // Not that of http: it cuts idle connections at once, those on which a request is on its way, too.
      NetServer.prototype.close.call(server)
      const cut = setTimeout(() => server.closeAllConnections(), endWithinMs)
      await Promise.race([closed, farewell])
      // After the turn in which what has arrived is read.
      const sweep = setInterval(() => setImmediate(endIdle), sweepEveryMs)
      await closed
      clearInterval(sweep)
      clearTimeout(cut)
    },
  }
}

/** Counts the answers on each connection; tells which is to be its last. */
function countAnswers(most: number) {
  if (most === Number.POSITIVE_INFINITY) return () => false
  const counts = new WeakMap<Socket, number>()
  return (socket: Socket) => {
    const count = (counts.get(socket) ?? 0) + 1
    counts.set(socket, count)
    return count >= most
  }
}

function makeLast(response: ServerResponse) {
  if (!response.headersSent) response.setHeader('connection', 'close')
}

async function listen(server: HttpServer, { host, port }: { host: string; port: number }) {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartupError(listenSentence(error as NodeJS.ErrnoException, host, port))
  }
}

function listenSentence(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is in use by another program. Stop that one, or start with another port: PORT=${port + 1} npm start`
  }
  if (error.code === 'EACCES') {
    return `Port ${port} may not be used by this account. Choose one above 1023, for example PORT=3000.`
  }
  return `Cannot listen on ${host}:${port} (${error.message}). Check HOST and PORT.`
}
