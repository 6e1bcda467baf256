import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ViteDevServer } from 'vite'
import type * as Main from './app/main.server.ts'

/** How long running requests may take to end when the shop is asked to stop, in ms. */
const stopWithinMs = 10_000
/** How often to close, while stopping, the connections whose last request has ended, in ms. */
const sweepEveryMs = 50

if (existsSync('.env')) process.loadEnvFile('.env')
const development = process.env.NODE_ENV === 'development'
if (!development) process.env.NODE_ENV ??= 'production'

try {
  await run()
} catch (error) {
  const mend = error instanceof Error && error.name === 'StartupError'
  process.stderr.write(`${mend ? `\n${(error as Error).message}\n\n` : (error as Error).stack}\n`)
  process.exit(1)
}

async function run() {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 15_000 })
  server.keepAliveTimeout = 65_000
  const vite = development ? await startVite(server) : null
  let main = await loadMain(vite)
  let shop = await main.openShop(process.env, say)
  let reopening: Promise<void> | null = null

  /** In development a change of server code closes the shop and opens the new one. */
  async function reopenWhenChanged() {
    const next = await loadMain(vite)
    if (next === main) return
    await shop.close()
    shop = await next.openShop(process.env, say)
    main = next
  }

  const answer = getRequestListener(
    async (request, env) => {
      if (vite) {
        reopening ??= reopenWhenChanged().finally(() => {
          reopening = null
        })
        await reopening
      }
      return shop.fetch(request, env)
    },
    { overrideGlobalObjects: false },
  )
  server.on('request', (request, response) => {
    if (vite) vite.middlewares(request, response, () => void answer(request, response))
    else void answer(request, response)
  })

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const closed = closeServer(server)
    await shop.hangUp()
    await closed
    await vite?.close()
    await shop.close()
    process.exit(0)
  }

  await listen(server, shop.config, () => shop.close())
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
  say(`\nCakewala is open at ${shop.config.publicUrl}\n`)
}

async function startVite(server: Server): Promise<ViteDevServer> {
  const { createServer: createVite } = await import('vite')
  return createVite({ server: { middlewareMode: true, hmr: { server } } })
}

async function loadMain(vite: ViteDevServer | null): Promise<typeof Main> {
  const module = vite
    ? await vite.ssrLoadModule('/app/main.server.ts')
    : await import(new URL('./build/server/index.js', import.meta.url).href)
  return module as typeof Main
}

async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  giveUp: () => Promise<void>,
) {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    await giveUp()
    throw Object.assign(new Error(listenSentence(error as NodeJS.ErrnoException, host, port)), {
      name: 'StartupError',
    })
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

/** Takes no new requests, lets running ones end, then cuts what hangs. */
async function closeServer(server: Server) {
  const closed = once(server, 'close')
  server.close()
  server.closeIdleConnections()
  const sweep = setInterval(() => server.closeIdleConnections(), sweepEveryMs)
  const cut = setTimeout(() => server.closeAllConnections(), stopWithinMs)
  await closed
  clearInterval(sweep)
  clearTimeout(cut)
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
