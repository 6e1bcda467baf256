import { join } from 'node:path'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import { systemClock } from '#platform/clock.ts'
import { controlPath, listenForCommands } from '#platform/control/control-socket.server.ts'
import { migratedCheck } from '#platform/database/migrated-check.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { prepareDataFolder } from '#platform/files/data-folder.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { openFiles } from '#platform/files/open-files.server.ts'
import { serveApiDocs } from '#platform/http/api-docs.server.ts'
import { createLimiter, usualLimits } from '#platform/http/limiter.server.ts'
import { createPageCache, type PageCache } from '#platform/http/page-cache.server.ts'
import { sharePublicPages } from '#platform/http/public-pages.server.ts'
import { commonSecurityHeaders } from '#platform/http/security-headers.server.ts'
import { serveClientFiles } from '#platform/http/static-files.server.ts'
import { type JobsQueue, openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createOutboxMailer, createSmtpMailer } from '#platform/mail/mailer.server.ts'
import { metricsOfAll } from '#platform/watch/metrics-of-all.server.ts'
import { serveHealth } from '#platform/watch/serve-health.server.ts'
import { serveMetrics } from '#platform/watch/serve-metrics.server.ts'
import type { Spans } from '#platform/watch/spans.server.ts'
import { createWatch, type Watch } from '#platform/watch/watch.server.ts'
import { createAccounts } from '#shop/accounts/accounts.server.ts'
import { countWaiting } from '#shop/books/waiting.store.server.ts'
import { createLiveOrders } from '#shop/live-orders/live-orders.server.ts'
import { adoptMailJobs } from '#shop/mails/adopt-mail-jobs.server.ts'
import { createOfferTokens } from '#shop/offers/offer-tokens.server.ts'
import { createSandboxProvider } from '#shop/payments/sandbox/sandbox-provider.server.ts'
import { servePictures } from '#shop/pictures/serve-pictures.server.ts'
import { createShopApi } from './api.server.ts'
import { type Config, readConfig } from './config.server.ts'
import type { AppContext } from './context.server.ts'
import { controlCommands } from './control.server.ts'
import { jobHandlers, mailComposers } from './jobs.server.ts'
import { pagePattern } from './page-patterns.server.ts'
import { createPages } from './pages.server.ts'
import { paymentProviders } from './payment-providers.server.ts'
import { seedSampleCatalogue } from './seed.server.ts'
import { derivedSecret, sessionSecret } from './session-secret.server.ts'

const migrationsFolder = 'db/migrations'
const clientFolder = 'build/client'

/** Finished pages in memory: at most this many bytes, each for at most this long. */
const pageCacheLimits = { maxBytes: 64 * 1024 * 1024, ttlMs: 5 * 60_000 }

/** An open shop: answers requests until it is closed. */
export interface Shop {
  config: Config
  fetch(request: Request, env: object): Response | Promise<Response>
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
    const watch = createWatch({ log, spans: await openSpans(config) })
    watch.databasePool(database.pool)
    const queue = await openJobs(database, log)
    const secret = await sessionSecret(config.sessionSecret, config.dataDir)
    const webhookSecret = derivedSecret(secret, 'sandbox-webhook')
    const { db } = database
    const traffic = { isWanted: true }
    const cache = watch.pageCache(createPageCache(pageCacheLimits))
    const pages = await sharePublicPages(database, cache, log)
    const outbox = createDiskStore(join(config.dataDir, 'outbox'))
    const context: AppContext = {
      db,
      clock: systemClock,
      log,
      jobs: queue.jobs,
      mailer: watch.outside(
        'mail',
        config.smtpUrl
          ? createSmtpMailer(config.smtpUrl, config.mailFrom)
          : createOutboxMailer(outbox, config.mailFrom),
        ['send'],
      ),
      files: watch.outside('files', await openFiles(config.storage, config), fileCalls),
      limiter: createLimiter(usualLimits, database),
      accounts: createAccounts({ db, secret, publicUrl: config.publicUrl }),
      payments: await paymentProviders(
        config,
        {
          sandbox: createSandboxProvider({
            db,
            clock: systemClock,
            jobs: queue.jobs,
            webhookSecret,
          }),
          log,
        },
        (provider) => watch.outside(provider.name, provider, paymentCalls),
      ),
      shop: config.shop,
      offerTokens: createOfferTokens(secret),
      outbox: config.smtpUrl ? null : outbox,
      liveOrders: createLiveOrders({ db, log }),
      publicPages: pages.publicPages,
    }
    await prepare(context, config, say)
    await queue.work(
      jobHandlers(context, { shopUrl: ownAddress(config), webhookSecret, clock: systemClock }).map(
        watch.job,
      ),
    )
    watchNumbers(watch, { context, cache, queue })
    const forOperators = [
      serveHealth({
        log,
        checks: {
          database: migratedCheck(db, migrationsFolder),
          files: () => context.files.get('asked-by-readyz'),
        },
        isWanted: () => traffic.isWanted,
      }),
      serveMetrics({ token: config.metricsToken, read: metricsOfAll(watch.metrics.registry) }),
    ]
    await adoptMailJobs(context, queue, mailComposers(context))
    // A database on a server is open to commands by itself.
    const control =
      database.kind === 'embedded'
        ? await listenForCommands(
            controlPath(config.dataDir),
            controlCommands(context, config, database),
            log,
          )
        : null
    return {
      config,
      fetch: createFetch(context, config, { cache, watch, forOperators }),
      drain() {
        traffic.isWanted = false
      },
      hangUp: () => context.liveOrders.close(),
      async close() {
        await control?.close()
        await context.liveOrders.close()
        await pages.close()
        await queue.close()
        await database.close()
        await watch.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

const fileCalls = ['put', 'get', 'remove'] as const

const paymentCalls = [
  'startPayment',
  'getPayment',
  'cancelPayment',
  'refund',
  'getRefundStatus',
] as const

async function openSpans({ tracesUrl }: Config): Promise<Spans | undefined> {
  if (!tracesUrl) return
  // OpenTelemetry takes its time and memory: only where it is used.
  const { openSpans } = await import('#platform/watch/open-spans.server.ts')
  return openSpans(tracesUrl, 'cakewala')
}

/** What is counted at the moment when somebody asks for it. */
function watchNumbers(
  { metrics }: Watch,
  parts: { context: AppContext; cache: PageCache; queue: JobsQueue },
) {
  const { context, cache, queue } = parts
  metrics.gauge('page_cache_bytes', 'Bytes of the finished pages', () => cache.size())
  metrics.gauge('live_order_listeners', 'Open panels that hear of orders', () =>
    context.liveOrders.count(),
  )
  metrics.shopGauges('jobs_waiting', 'Jobs that could be begun now', 'job', () => queue.waiting())
  metrics.shopGauges(
    'shop_waiting',
    'What waits: mails, mails given up, and orders unpaid and refunds unmade for ten minutes',
    'what',
    () => countWaiting(context.db, context.clock.now()),
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

const pageBuild = () => import('virtual:react-router/server-build')

function createFetch(
  context: AppContext,
  config: Config,
  { cache, watch, forOperators }: { cache: PageCache; watch: Watch; forOperators: Hono[] },
): Shop['fetch'] {
  const securityHeaders = commonSecurityHeaders(config.publicUrl)
  const pages = createPages({ context, build: pageBuild, cache, mode: config.mode })
  const hono = new Hono().use(watch.requests())
  // Before all else: no limit, no session and no page stands in their way.
  for (const routes of forOperators) hono.route('/', routes)
  hono
    .use(async (c, next) => {
      await next()
      for (const [name, value] of securityHeaders) {
        // A page may be stricter than the rest.
        if (!c.res.headers.has(name)) c.header(name, value)
      }
    })
    .use(compress())
    .use('/api/v1/cakes/*', etag())
    .route('/api/v1', createShopApi(context, config))
    .route(
      '/api/docs',
      serveApiDocs({ title: `${config.shop.name} API`, openApiUrl: '/api/v1/openapi.json' }),
    )
    .route('/', servePictures(context.files))
  if (config.mode !== 'development') hono.route('/', serveClientFiles(clientFolder))
  hono.all('*', async (c) => {
    const { routes } = await pageBuild()
    watch.notes.route(c.req.raw, pagePattern(routes, c.req.path))
    return pages(c.req.raw)
  })
  hono.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    context.log.error({ err: error, path: c.req.path }, 'request failed')
    return c.text('Something went wrong on our side. Please try again.', 500)
  })
  return (request, env) => hono.fetch(request, env)
}
