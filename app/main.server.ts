import type { ServerBuild } from 'react-router'
import { systemClock } from '#platform/clock.ts'
import { controlPath, listenForCommands } from '#platform/control/control-socket.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { createMigrationCheck } from '#platform/database/migrations.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { prepareDataFolder } from '#platform/files/open-files.server.ts'
import { openCacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import {
  createFinishedAnswers,
  type FinishedAnswers,
} from '#platform/http/finished-answers.server.ts'
import { type JobsQueue, openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import {
  createObservability,
  type Observability,
} from '#platform/observability/observability.server.ts'
import type { Spans } from '#platform/observability/spans.server.ts'
import { createPublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { countPendingWork } from '#shop/consistency/waiting.store.server.ts'
import { adoptMailJobs } from '#shop/mails/adopt-mail-jobs.server.ts'
import { openAdapters } from './adapters.server.ts'
import { type Config, readConfig } from './config/config.server.ts'
import { derivedSecret, sessionSecret } from './config/session-secret.server.ts'
import type { AppContext } from './context.server.ts'
import { jobHandlers, mailComposers } from './jobs.server.ts'
import { controlCommands } from './operations/control-commands.server.ts'
import { seedSampleCatalogue } from './operations/seed.server.ts'
import { migrationsFolder } from './operations/shop-database.server.ts'
import { type Answering, createAnswering } from './serving/http.server.ts'

const megabyte = 1024 * 1024

/**
 * Finished answers in memory: 32 MB in all. What visitors think of freely has little room and few places of its own, so
 * that however much of it is asked for, all else stays and goes on.
 */
const finishedLimits = {
  known: { maxBytes: 28 * megabyte, making: { atOnce: 8, waiting: 1_000 } },
  free: { maxBytes: 4 * megabyte, making: { atOnce: 8, waiting: 100 } },
}
/** A net only: what changes is forgotten when it does. */
const finishedForMs = 5 * 60_000
/** Pages of one visitor's own. */
const rendering = { atOnce: 8, waiting: 200 }

let latestBuild: Promise<ServerBuild> | null = null

/** Development may have another the next time. */
function pageBuild(): Promise<ServerBuild> {
  if (!latestBuild || import.meta.env.DEV) latestBuild = import('virtual:react-router/server-build')
  return latestBuild
}

/** An open shop: answers requests until it is closed. */
export interface Shop extends Answering {
  config: Config
  /** From now on tells balancers, at /readyz, that no more should come; all is still answered. */
  drain(): void
  /** Ends the answers that would go on for as long as someone listens; all others run on. */
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

interface Given {
  config: Config
  log: Log
  say: (line: string) => void
}

async function openWith(database: OpenDatabase, { config, log, say }: Given): Promise<Shop> {
  const watch = createObservability({ log, spans: await openSpans(config) })
  watch.databasePool(database.pool)
  const queue = await openJobs(database, log)
  const secret = await sessionSecret(config.sessionSecret, config.dataDir)
  const secrets = { session: secret, webhook: derivedSecret(secret, 'sandbox-webhook') }
  const finished = watch.finished(createFinishedAnswers(finishedLimits, finishedForMs))
  const publishedCakes = createPublishedCakes({ db: database.db, log })
  const forget = async (tags: Iterable<string> | 'everything') => {
    await publishedCakes.reload(tags)
    finished.forget(tags)
  }
  const pages = await openCacheInvalidation(database, { forget }, log)
  const { cacheInvalidation } = pages
  const opened = {
    database,
    jobs: queue.jobs,
    log,
    watch,
    cacheInvalidation,
    publishedCakes,
    secrets,
  }
  const context = await openAdapters(config, opened)
  await prepare(context, config, say)
  await publishedCakes.reload('everything')
  await work(context, config, { queue, watch, webhookSecret: secrets.webhook })
  watchNumbers(watch, { context, finished, queue })
  const control = await takeCommands(context, config, database)
  let isWanted = true
  const checks = {
    database: createMigrationCheck(database.db, migrationsFolder),
    files: () => context.files.get('asked-by-readyz'),
  }
  return {
    config,
    ...createAnswering(context, config, {
      ...{ finished, watch, pageBuild, rendering },
      ready: { checks, isWanted: () => isWanted },
    }),
    drain() {
      isWanted = false
    },
    hangUp: () => context.liveOrders.close(),
    async close() {
      await control?.close()
      await context.liveOrders.close()
      publishedCakes.close()
      await pages.close()
      await queue.close()
      await database.close()
      await watch.close()
    },
  }
}

async function work(
  context: AppContext,
  config: Config,
  parts: { queue: JobsQueue; watch: Observability; webhookSecret: string },
) {
  const { queue, watch, webhookSecret } = parts
  const webhook = { shopUrl: ownAddress(config), webhookSecret, clock: systemClock }
  await queue.work(jobHandlers(context, webhook).map(watch.job))
  await adoptMailJobs(context, queue, mailComposers(context))
}

/** A database on a server is open to commands by itself. */
async function takeCommands(context: AppContext, config: Config, database: OpenDatabase) {
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

/** What is counted at the moment when somebody asks for it. */
function watchNumbers(
  { metrics }: Observability,
  parts: { context: AppContext; finished: FinishedAnswers; queue: JobsQueue },
) {
  const { context, finished, queue } = parts
  metrics.gauge('page_cache_bytes', 'Bytes of the finished answers', () => finished.size())
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
async function prepare(context: AppContext, config: Config, say: (line: string) => void) {
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
