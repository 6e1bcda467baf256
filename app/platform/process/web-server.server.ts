import { once } from 'node:events'
import { createServer, type Server as HttpServer, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { StartupError } from '../app-error.ts'

/** How long running responses may take when the server closes, in ms. */
const closeTimeoutMs = 10_000
/** How long clients with idle connections have for one more request, whose response closes the connection, in ms. */
const graceMs = 1000
/** How often idle connections are ended while the server closes, in ms. */
const endIdleEveryMs = 50

/** How long clients may take, in ms. */
const usualTimeouts = {
  /** For the headers of a request, also on a connection that sends nothing. */
  headersTimeout: 15_000,
  /** For a whole request: ten megabytes on a slow phone, with a wait for its turn. */
  requestTimeout: 120_000,
  keepAliveTimeout: 65_000,
  /** Between two bytes in either direction, for example of a client that does not read its response. */
  silentTimeout: 90_000,
  connectionsCheckingInterval: 5_000,
}

export interface WebServer {
  server: HttpServer
  /** @throws StartupError when the port cannot be used */
  listen(address: { host: string; port: number }): Promise<void>
  /** From now on each response closes its connection. New connections are still accepted. */
  stopKeepAlive(): void
  /** Accepts no new connections, lets running responses end, and cuts those that take too long. */
  close(): Promise<void>
}

/** An HTTP server that can be closed without losing requests. */
export function createWebServer(timeouts = usualTimeouts): WebServer {
  const server = createServer(timeouts)
  server.timeout = timeouts.silentTimeout
  const running = new Set<ServerResponse>()
  let gracePeriod: Promise<void> | null = null
  function onClose(this: ServerResponse) {
    running.delete(this)
  }
  server.on('request', (_, response) => {
    running.add(response)
    response.on('close', onClose)
    if (gracePeriod) makeLast(response)
  })

  function stopKeepAlive() {
    if (gracePeriod) return
    gracePeriod = new Promise((resolve) => setTimeout(resolve, graceMs))
    for (const response of running) makeLast(response)
  }

  function endIdle() {
    // Node calls a connection idle when its response is written, even if it has not been sent.
    const areAllSent = [...running].every(({ writableEnded }) => !writableEnded)
    if (areAllSent) server.closeIdleConnections()
  }

  return {
    server,
    listen: (address) => listen(server, address),
    stopKeepAlive,
    async close() {
      stopKeepAlive()
      const closed = once(server, 'close')
      // http's own close() would cut idle connections at once, also those with a request on its way.
      NetServer.prototype.close.call(server)
      const cut = setTimeout(() => server.closeAllConnections(), closeTimeoutMs)
      await Promise.race([closed, gracePeriod])
      // setImmediate: requests that have arrived are read first.
      const timer = setInterval(() => setImmediate(endIdle), endIdleEveryMs)
      await closed
      clearInterval(timer)
      clearTimeout(cut)
    },
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
