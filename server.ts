import cluster from 'node:cluster'
import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import type { ViteDevServer } from 'vite'
import { createLog, type Log } from '#platform/log.server.ts'
import { type Config, readConfig } from './app/config/config.server.ts'
import type * as Main from './app/main.server.ts'
import { collectWorkerMetrics } from './app/platform/observability/worker-metrics.server.ts'
import { forkWorker, replaceSignal, tellOpen } from './app/platform/process/forked-worker.server.ts'
import { createWebServer } from './app/platform/process/web-server.server.ts'
import { keepWorkers } from './app/platform/process/workers.server.ts'
import { StartupError } from './app/platform/startup-error.ts'

/** Of one worker among several on one connection. */
const answersPerConnection = 1_000

/** How long a shop may take to close once it takes no more requests, in ms. */
const closeWithinMs = 30_000

const development = settings().NODE_ENV === 'development'

try {
  const config = readConfig(settings())
  // With a server there are always workers, even if only one, so that they can be replaced. The embedded database
  // belongs to a single process.
  if (cluster.isPrimary && config.databaseUrl && !development) await runWorkers(config)
  else await serve(config)
} catch (error) {
  const isOperatorError = error instanceof Error && error.name === 'StartupError'
  process.stderr.write(
    `${isOperatorError ? `\n${(error as Error).message}\n\n` : (error as Error).stack}\n`,
  )
  process.exit(1)
}

/** The environment, and what `.env` says now. */
function settings() {
  const written = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  return { ...written, ...process.env }
}

/** Runs workers, each with a shop of its own, until a signal stops them. */
async function runWorkers({ webConcurrency, drainSeconds, logLevel, publicUrl }: Config) {
  const log = createLog(logLevel)
  const endWithinMs = drainSeconds * 1000 + 2 * closeWithinMs
  const start = () => forkWorker({ program: import.meta.filename, endWithinMs })
  const workers = keepWorkers({ start, log })
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      isStopping = true
      void workers.stop().then(() => process.exit(0))
    })
  }
  collectWorkerMetrics()
  let opened = workers.open(webConcurrency)
  process.on(replaceSignal, () => {
    opened = opened.then(() => replaceWorkers(workers, log))
  })
  if (await opened) say(`\nCakewala is open at ${publicUrl}\n`)
  else if (!isStopping) process.exit(1)
}

/** Replaces the workers by such that run what is in build/ now, with the settings as they are now. */
async function replaceWorkers(workers: ReturnType<typeof keepWorkers>, log: Log) {
  try {
    const { webConcurrency, databaseUrl } = readConfig(settings())
    if (!databaseUrl) throw new StartupError('DATABASE_URL is gone: stop the shop, then start it.')
    const isDone = await workers.replaceAll(webConcurrency)
    if (isDone) log.info({}, 'all workers are replaced')
    else log.error({}, 'a new worker did not open: those that are left of the old ones go on')
    return isDone
  } catch (error) {
    // Whatever it is, such as an .env that may not be read: thrown on, it would end this process and all workers with it.
    log.error({ err: error }, 'the workers are not replaced')
    return false
  }
}

/** Opens the shop in this process and answers requests. */
async function serve({ drainSeconds, webConcurrency }: Config) {
  if (existsSync('.env')) process.loadEnvFile('.env')
  process.env.NODE_ENV ??= 'production'
  const web = createWebServer(webConcurrency > 1 ? answersPerConnection : undefined)
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
    web.sayGoodbye()
    await pause(drainMs)
    setTimeout(() => process.exit(1), closeWithinMs)
    await Promise.all([web.close(), shop.hangUp()])
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
  if (cluster.isWorker) {
    process.on(replaceSignal, () => void stop(0))
    tellOpen()
  } else {
    process.on(replaceSignal, () =>
      say('Only with DATABASE_URL can a shop be replaced while it is open.'),
    )
    say(`\nCakewala is open at ${shop.config.publicUrl}\n`)
  }
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
