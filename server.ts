import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import type { ViteDevServer } from 'vite'
import { keepPrivate } from '#platform/files/open-files.server.ts'
import { type Config, readConfig } from './app/config/config.server.ts'
import type * as Main from './app/main.server.ts'
import { createWebServer } from './app/platform/process/web-server.server.ts'

/** How long a shop may take to close after its last request, in ms. */
const closeTimeoutMs = 30_000

const development = settings().NODE_ENV === 'development'

try {
  const config = readConfig(settings())
  keepPrivate(config.dataDir)
  await serve(config)
} catch (error) {
  const isOperatorError = error instanceof Error && error.name === 'StartupError'
  process.stderr.write(
    `${isOperatorError ? `\n${(error as Error).message}\n\n` : (error as Error).stack}\n`,
  )
  process.exit(1)
}

/** The environment and the current `.env`. */
function settings() {
  const fromFile = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  return { ...fromFile, ...process.env }
}

/** Opens the shop in this process and answers requests. */
async function serve({ drainSeconds }: Config) {
  if (existsSync('.env')) process.loadEnvFile('.env')
  process.env.NODE_ENV ??= 'production'
  const web = createWebServer()
  const vite = development ? await startVite(web.server) : null
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

  async function handleInDevelopment(request: IncomingMessage, response: ServerResponse) {
    reopening ??= reopenWhenChanged().finally(() => {
      reopening = null
    })
    await reopening
    await shop.handle(request, response)
  }

  web.server.on('request', (request, response) => {
    if (vite) vite.middlewares(request, response, () => void handleInDevelopment(request, response))
    else void shop.handle(request, response)
  })

  let isStopping = false
  async function stop(drainMs: number) {
    if (isStopping) return
    isStopping = true
    shop.drain()
    web.stopKeepAlive()
    await pause(drainMs)
    setTimeout(() => process.exit(1), closeTimeoutMs)
    await shop.stopJobs()
    await Promise.all([web.close(), shop.closeStreams()])
    await vite?.close()
    await shop.close()
    process.exit(0)
  }

  try {
    await web.listen(shop.config)
  } catch (error) {
    await shop.close()
    throw error
  }
  process.on('SIGTERM', () => void stop(drainSeconds * 1000))
  process.on('SIGINT', () => void stop(drainSeconds * 1000))
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

function say(line: string) {
  process.stdout.write(`${line}\n`)
}
