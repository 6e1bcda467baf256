import type { ServerBuild } from 'react-router'
import { systemClock } from '#platform/clock.ts'
import { controlPath, listenForCommands } from '#platform/control/control-socket.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { createMigrationCheck } from '#platform/database/migrations.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { prepareDataFolder } from '#platform/files/open-files.server.ts'
import { type Invalidate, openCacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import { createResponseCache, type ResponseCache } from '#platform/http/response-cache.server.ts'
import { type JobsQueue, openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import {
  createObservability,
  type Observability,
} from '#platform/observability/observability.server.ts'
import type { Spans } from '#platform/observability/spans.server.ts'
import { createPublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { countPendingWork } from '#shop/consistency/consistency.store.server.ts'
import { adoptMailJobs } from '#shop/mails/queue-mail.server.ts'
import { openAdapters } from './adapters.server.ts'
import { type Config, readConfig } from './config/config.server.ts'
import { derivedSecret, sessionSecret } from './config/session-secret.server.ts'
import type { AppContext } from './context.server.ts'
import { jobHandlers, mailComposers } from './jobs.server.ts'
import { controlCommands } from './operations/control-commands.server.ts'
import { seedSampleCatalogue } from './operations/seed.server.ts'
import { migrationsFolder } from './operations/shop-database.server.ts'
import { createHttpHandler, type HttpHandler } from './serving/http.server.ts'

const megabyte = 1024 * 1024

/**
 * The response cache: 32 MB in all. Unbounded keys have a small store and limits of their own, so that a flood of them
 * leaves the rest as it is.
 */
const responseCacheSettings = {
  bounded: { maxBytes: 28 * megabyte, creating: { running: 8, waiting: 1_000 } },
  unbounded: { maxBytes: 4 * megabyte, creating: { running: 8, waiting: 100 } },
  // Only a safety net: changes invalidate.
  maxAgeMs: 5 * 60_000,
}
/** Of pages of one visitor. */
const rendering = { running: 8, waiting: 200 }

let latestBuild: Promise<ServerBuild> | null = null

/** Development may have another build each time. */
function pageBuild(): Promise<ServerBuild> {
  if (!latestBuild || import.meta.env.DEV) latestBuild = import('virtual:react-router/server-build')
  return latestBuild
}

/** An open shop: it serves requests until it is closed. */
export interface Shop extends HttpHandler {
  config: Config
  /** From now on /readyz tells balancers to send no more requests; those that come are still served. */
  drain(): void
  /** Ends the responses that last as long as someone listens. */
  hangUp(): Promise<void>
  /** Lets running jobs end and closes the database. */
  close(): Promise<void>
}

/**
 * Wires the shop: settings → database → adapters → API, pages and jobs.
 *
 * @throws StartupError with a sentence for the operator
 */
export async function openShop(
  environment: Record<string, string | undefined>,
  say: (line: string) => void,
): Promise<Shop> {
  const config = readConfig(environment)
  const log = createLog(config.logLevel)
  prepareDataFolder(config.dataDir)
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    migrationsFolder,
    server: {
      poolSize: config.databasePoolSize,
      statementTimeoutSeconds: config.statementTimeoutSeconds,
    },
  })
  try {
    return await openWith(database, { config, log, say })
  } catch (error) {
    await database.close()
    throw error
  }
}

interface OpenDeps {
  config: Config
  log: Log
  say: (line: string) => void
}

async function openWith(database: OpenDatabase, { config, log, say }: OpenDeps): Promise<Shop> {
  const observability = createObservability({ log, spans: await openSpans(config) })
  observability.observePool(database.pool)
  const queue = await openJobs(database, log)
  const secret = await sessionSecret(config.sessionSecret, config.dataDir)
  const secrets = { session: secret, webhook: derivedSecret(secret, 'sandbox-webhook') }
  const responseCache = createResponseCache(responseCacheSettings)
  const publishedCakes = createPublishedCakes({ db: database.db, log })
  const invalidate: Invalidate = async (tags) => {
    await publishedCakes.reload(tags)
    responseCache.invalidate(tags)
  }
  const invalidation = await openCacheInvalidation(database, invalidate, log)
  const { cacheInvalidation } = invalidation
  const opened = {
    database,
    jobs: queue.jobs,
    log,
    observability,
    cacheInvalidation,
    publishedCakes,
    secrets,
  }
  const context = await openAdapters(config, opened)
  await seedShop(context, config, say)
  await publishedCakes.reload('everything')
  await startJobs(context, config, { queue, observability, webhookSecret: secrets.webhook })
  addGauges(observability, { context, responseCache, queue })
  const control = await openControl(context, config, database)
  let acceptsRequests = true
  const checks = {
    database: createMigrationCheck(database.db, migrationsFolder),
    files: () => context.files.get('asked-by-readyz'),
  }
  return {
    config,
    ...createHttpHandler({
      context,
      config,
      observability,
      responseCache,
      pageBuild,
      rendering,
      ready: { checks, acceptsRequests: () => acceptsRequests },
    }),
    drain() {
      acceptsRequests = false
    },
    hangUp: () => context.liveOrders.close(),
    async close() {
      await control?.close()
      await context.liveOrders.close()
      publishedCakes.close()
      await invalidation.close()
      await queue.close()
      await database.close()
      await observability.close()
    },
  }
}

async function startJobs(
  context: AppContext,
  config: Config,
  parts: { queue: JobsQueue; observability: Observability; webhookSecret: string },
) {
  const { queue, observability, webhookSecret } = parts
  const webhook = { shopUrl: ownAddress(config), webhookSecret, clock: systemClock }
  await queue.work(jobHandlers(context, webhook).map(observability.observeJob))
  await adoptMailJobs(context, queue, mailComposers(context))
}

/** Commands reach a database on a server by themselves. */
async function openControl(context: AppContext, config: Config, database: OpenDatabase) {
  if (database.kind === 'server') return null
  const commands = controlCommands(context, config, database)
  return listenForCommands(controlPath(config.dataDir), commands, context.log)
}

async function openSpans({ tracesUrl }: Config): Promise<Spans | undefined> {
  if (!tracesUrl) return
  // OpenTelemetry takes its time and memory: only where it is used.
  const { openSpans } = await import('#platform/observability/open-spans.server.ts')
  return openSpans(tracesUrl, 'cakewala')
}

/** Metrics that are read when somebody asks for them. */
function addGauges(
  { metrics }: Observability,
  parts: { context: AppContext; responseCache: ResponseCache; queue: JobsQueue },
) {
  const { context, responseCache, queue } = parts
  metrics.gauge('page_cache_bytes', 'Bytes of the response cache', () => responseCache.size())
  metrics.gauge('live_order_listeners', 'Open panels that hear of orders', () =>
    context.liveOrders.count(),
  )
  metrics.shopGauges('jobs_waiting', 'Jobs that could be begun now', 'job', () => queue.countDue())
  metrics.shopGauges(
    'shop_waiting',
    'What waits: mails, mails given up, and orders unpaid and refunds unmade for ten minutes',
    'what',
    () => countPendingWork(context.db, context.clock.now()),
  )
}

/** The sample catalogue for an empty shop, and the first administrator, whose password is told at once. */
async function seedShop(context: AppContext, config: Config, say: (line: string) => void) {
  if (config.seed === 'sample') {
    const loaded = await seedSampleCatalogue(context)
    if (loaded > 0) say(`Loaded the sample catalogue: ${loaded} cakes`)
  }
  const { created, generatedPassword } = await context.accounts.ensureAdmin(config.admin)
  if (!created) return
  say(`\nAdmin sign-in (shown this once)\n  e-mail    ${config.admin.email}`)
  say(`  password  ${generatedPassword ?? 'as set in ADMIN_PASSWORD'}`)
}

/** Where this server reaches itself. */
function ownAddress({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
