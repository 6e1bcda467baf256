import type { ServerBuild } from 'react-router'
import { encryptionTo } from '#platform/backup/backup-folder.server.ts'
import { systemClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { createStoreCheck } from '#platform/database/migrations.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { freeBytes, prepareDataFolder, requireSpace } from '#platform/files/open-files.server.ts'
import { type Invalidate, openCacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import { createResponseCache, type ResponseCache } from '#platform/http/response-cache.server.ts'
import { type JobsQueue, openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import {
  createObservability,
  type Observability,
  type Spans,
} from '#platform/observability/observability.server.ts'
import { takeOperatorCalls } from '#platform/process/operator-calls.server.ts'
import { createPublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { countLastHour, countPendingWork } from '#shop/consistency/consistency.store.server.ts'
import { createCurrentPlan, deliveryChanged } from '#shop/delivery/delivery.store.server.ts'
import { isOpenOn } from '#shop/delivery/slot-options.ts'
import { countSoldCakes, readTaken } from '#shop/orders/sold/sold-cakes.store.server.ts'
import { createCurrentWords } from '#shop/words/words.store.server.ts'
import { createAppContext } from './adapters.server.ts'
import { type Config, readConfig, sessionSecret } from './config/config.server.ts'
import {
  assertOwnDetails,
  assertStrictSettings,
  warnOfSettings,
} from './config/strict-settings.server.ts'
import type { AppContext } from './context.server.ts'
import { jobHandlers } from './jobs.server.ts'
import { answerCommand, migrationsFolder } from './operations/commands.server.ts'
import { lastRuns } from './operations/runs.store.server.ts'
import { seedSampleCatalogue } from './operations/seed.server.ts'
import { keepAssets } from './serving/client-files.server.ts'
import { createHttpHandler, type HttpHandler } from './serving/http.server.ts'

const megabyte = 1024 * 1024

/**
 * The response cache: 32 MB in all. Unbounded keys have a small store and limits of their own against a flood of them.
 * One is rendered at a time, because one thread renders and each delays the others.
 */
const responseCacheSettings = {
  maxBytes: 32 * megabyte,
  creating: { bounded: { running: 8, waiting: 1_000 }, unbounded: { running: 1, waiting: 100 } },
  // Changes clear it at once; this is for a notification that was missed.
  maxAgeMs: 5 * 60_000,
}
/** Limits of pages that are rendered for one visitor. */
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
  /** From now on /readyz asks load balancers to send no more requests. Requests are still served. */
  drain(): void
  /** Takes no more jobs: one of them calls the shop itself, which must be open for it. */
  stopJobs(): Promise<void>
  /** Ends event streams, which would last as long as someone listens, and commands of the operator. */
  closeStreams(): Promise<void>
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
  assertStrictSettings(config)
  const log = createLog(config.logLevel)
  warnOfSettings(config, log)
  if (config.backupPublicKey) await encryptionTo(config.backupPublicKey)
  prepareDataFolder(config.dataDir)
  if (!config.databaseUrl) requireSpace(config.dataDir)
  const database = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    migrationsFolder,
    server: {
      poolSize: config.databasePoolSize,
      statementTimeoutSeconds: config.statementTimeoutSeconds,
      ownerUrl: config.ownerDatabaseUrl,
    },
  })
  try {
    return await openWith(database, { config, log, say })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openWith(
  database: OpenDatabase,
  { config, log, say }: { config: Config; log: Log; say: (line: string) => void },
): Promise<Shop> {
  const observability = createObservability({ log, spans: await openSpans(config) })
  observability.observePool(database.pool)
  const queue = await openJobs(database, log)
  const secret = await sessionSecret(config.sessionSecret, config.dataDir)
  const responseCache = createResponseCache(responseCacheSettings)
  const deliveryPlan = createCurrentPlan({ db: database.db, log, clock: systemClock })
  const publishedCakes = createPublishedCakes({
    db: database.db,
    log,
    clock: systemClock,
    readSold: () => countSoldCakes(database.db, systemClock.now()),
    readTaken: (limited) => readTaken(database.db, limited, { now: systemClock.now() }),
    isOpen: (day) => isOpenOn(deliveryPlan.current(), day),
    openDaysChanged: deliveryChanged,
    isSample: config.shop.isSample,
  })
  const words = createCurrentWords({ db: database.db, log })
  const invalidate: Invalidate = async (changed) => {
    // Cakes say the next open day.
    await deliveryPlan.reload(changed)
    await publishedCakes.reload(changed)
    await words.reload(changed)
    responseCache.clear()
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
    deliveryPlan,
    words,
    secret,
  }
  const context = await createAppContext(config, opened)
  await seedShop(context, config, say)
  await invalidate('everything')
  assertOwnDetails(config, context.shop)
  // Without them the shop is open too: they are what other machines' pages load.
  await keepAssets(context).catch((err) => log.warn({ err }, 'assets of this build not stored'))
  await queue.work(jobHandlers(context).map(observability.observeJob))
  addGauges(observability, { config, context, responseCache, queue })
  const counting = setInterval(() => writeSecurityCounts(context), 60_000).unref()
  // A database on a server the operator's commands open themselves.
  const operator =
    database.kind === 'embedded' &&
    takeOperatorCalls({
      dataDir: config.dataDir,
      url: ownAddress(config),
      run: answerCommand({ database, config, log }),
      log,
    })
  let acceptsRequests = true
  // What every machine would lack, such as a bucket, is no reason to leave the balancer.
  const checks = {
    database: createStoreCheck(database.db, migrationsFolder),
    ...(database.kind === 'embedded' && { disk: async () => requireSpace(config.dataDir) }),
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
      operatorCalls: operator ? operator.hono : null,
      ready: { checks, acceptsRequests: () => acceptsRequests },
    }),
    drain() {
      acceptsRequests = false
    },
    stopJobs: () => queue.stopWork(),
    async closeStreams() {
      if (operator) await operator.close()
      await context.liveOrders.close()
    },
    async close() {
      if (operator) await operator.close()
      await context.liveOrders.close()
      publishedCakes.close()
      deliveryPlan.close()
      words.close()
      await invalidation.close()
      clearInterval(counting)
      await context.securityLog.writeCounts('all')
      await queue.close()
      await database.close()
      await observability.close()
    },
  }
}

function writeSecurityCounts({ securityLog, log }: AppContext) {
  securityLog.writeCounts().catch((err) => log.error({ err }, 'security counts not written'))
}

async function openSpans({ tracesUrl }: Config): Promise<Spans | undefined> {
  if (!tracesUrl) return
  // Loaded only if it is used: it takes time and memory.
  const { openSpans } = await import('#platform/observability/open-spans.server.ts')
  return openSpans(tracesUrl, 'cakewala')
}

function addGauges(
  { metrics }: Observability,
  parts: { config: Config; context: AppContext; responseCache: ResponseCache; queue: JobsQueue },
) {
  const { config, context, responseCache, queue } = parts
  metrics.gauge('page_cache_bytes', 'Size of the response cache in bytes', () =>
    responseCache.size(),
  )
  metrics.gauge('live_order_listeners', 'Open dashboards that are notified of orders', () =>
    context.liveOrders.count(),
  )
  metrics.gauge('data_folder_free_bytes', 'Free space on the disk of DATA_DIR', () =>
    freeBytes(config.dataDir),
  )
  metrics.shopGauges('jobs_waiting', 'Jobs that are ready to run', 'job', () => queue.countDue())
  metrics.shopGauges(
    'shop_waiting',
    'Pending work: mails to send, dead letters, and orders and refunds that are open for ten minutes',
    'what',
    () => countPendingWork(context.db, context.clock.now()),
  )
  metrics.shopGauges('shop_last_hour', 'Orders placed and payments declined', 'what', () =>
    countLastHour(context.db, context.clock.now()),
  )
  const runs = () => lastRuns(context.db, context.clock.now())
  metrics.shopGauges(
    'operator_run_age_seconds',
    'Since a command ended',
    'command',
    async () => (await runs()).ages,
  )
  metrics.shopGauges(
    'operator_run_errors',
    'What its last run found wrong',
    'command',
    async () => (await runs()).errors,
  )
}

/** Loads the sample catalogue into an empty shop, and creates the first administrator, whose password is shown once. */
async function seedShop(context: AppContext, config: Config, say: (line: string) => void) {
  if (config.seed !== 'none') {
    const withDelivery = config.seed === 'sample'
    const loaded = await seedSampleCatalogue(context, { withDelivery })
    if (loaded > 0) say(`Loaded the sample catalogue: ${loaded} cakes.`)
    if (loaded > 0 && withDelivery) say('It is delivered in Bengaluru: see /admin/delivery.')
  }
  const { created, generatedPassword } = await context.accounts.ensureOwner(config.admin)
  if (!created) return
  say(`\nAdmin sign-in (shown only once)\n  email     ${config.admin.email}`)
  say(`  password  ${generatedPassword ?? 'as set in ADMIN_PASSWORD'}`)
}

/** The URL at which this machine reaches the server. */
function ownAddress({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
