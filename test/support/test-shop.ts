import { eq, sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { expect } from 'vitest'
import { createShopApi } from '#app/api.server.ts'
import { readConfig } from '#app/config/config.server.ts'
import type { AppContext } from '#app/context.server.ts'
import { jobHandlers } from '#app/jobs.server.ts'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import type { WholeFileStore } from '#platform/files/file-store.server.ts'
import { createCacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import type { Problem } from '#platform/http/endpoint.ts'
import { createLimiter } from '#platform/http/limits/limiter.server.ts'
import type { JobHandler } from '#platform/jobs/job.server.ts'
import { type JobsQueue, openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog, type Log } from '#platform/log.server.ts'
import type { Mail } from '#platform/mail/mailer.server.ts'
import { createWebPush } from '#platform/push/web-push.server.ts'
import { createTokenSigner } from '#platform/secrets.server.ts'
import { createAccounts } from '#shop/accounts/accounts.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import type { Role } from '#shop/accounts/roles.ts'
import type { SessionRules } from '#shop/accounts/sessions.server.ts'
import { createSecurityLog } from '#shop/audit-log/security-log.server.ts'
import { insertCake, type NewCake } from '#shop/cakes/cakes.store.server.ts'
import { cakes } from '#shop/cakes/cakes.tables.server.ts'
import { cakeChanged, createPublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { createCurrentPlan, deliveryChanged } from '#shop/delivery/delivery.store.server.ts'
import { isOpenOn } from '#shop/delivery/slot-options.ts'
import { createLiveOrders } from '#shop/order-pages/live-orders.server.ts'
import { createDeliveryCodes } from '#shop/orders/fulfilment/delivery-code.server.ts'
import { countSoldCakes, readTaken } from '#shop/orders/sold/sold-cakes.store.server.ts'
import { createOwnUpiProvider } from '#shop/paying/own-upi/own-upi-provider.server.ts'
import type { PaymentProvider, PaymentProviders } from '#shop/payments/payment-provider.ts'
import { createSandboxProvider } from '#shop/payments/sandbox/sandbox-provider.server.ts'
import { createCurrentWords, currentShop } from '#shop/words/words.store.server.ts'
import { cheapHashing } from './cheap-hashing.ts'
import { changedLimits, type LimitChanges, wideLimits } from './limits.ts'
import { tableContents } from './table-contents.ts'
import { openTestDatabase } from './test-database.ts'

/** A Friday at ten in the morning in Kolkata. */
const openingTime = new Date('2026-11-20T04:30:00Z')

const secret = 'a secret of at least thirty-two characters'

export interface Reply<Body> {
  status: number
  body: Body & Problem
  headers: Headers
}

/** Days pass in tests while the admin stays logged in. */
const longSessions: SessionRules = {
  maxStaffMs: Number.POSITIVE_INFINITY,
  staffIdleMs: Number.POSITIVE_INFINITY,
  recentPasswordMs: Number.POSITIVE_INFINITY,
}

/**
 * The whole shop behind its API on a database of its own, with a clock that stands still, mails in a list,
 * and jobs that run when `runJobs` is called.
 */
export async function openTestShop(
  options: {
    limits?: LimitChanges
    payments?: (real: PaymentProvider, upi: PaymentProvider) => PaymentProvider
    files?: WholeFileStore
    database?: OpenDatabase
    log?: Log
    openingTime?: Date
    requireSecondFactor?: boolean
    isSample?: boolean
    sessionRules?: SessionRules
    /** As few open requests and unsolicited mails as a real shop allows. */
    isStrict?: boolean
  } = {},
) {
  const database = options.database ?? (await openTestDatabase())
  const log = options.log ?? createLog('silent')
  const queue = await (options.database || options.log
    ? openQueue(database, log)
    : workersQueue(database, log))
  const { shop } = readConfig({ NODE_ENV: 'test' })
  const { db } = database
  let now = options.openingTime ?? openingTime
  let waitedMs = 0
  const clock = { now: () => now }
  const mails = new Map<string, Mail>()
  const changed: string[] = []
  const sandbox = createSandboxProvider({ db, clock, jobs: queue.jobs })
  const upi = createOwnUpiProvider({ db, clock })
  const active = options.payments?.(sandbox, upi) ?? sandbox
  const securityLog = createSecurityLog({ db, log, clock, secret })
  const deliveryPlan = createCurrentPlan({ db, log, clock })
  const publishedCakes = createPublishedCakes({
    db,
    log,
    clock,
    readSold: () => countSoldCakes(db, clock.now()),
    readTaken: (limited) => readTaken(db, limited, { now: clock.now() }),
    isOpen: (day) => isOpenOn(deliveryPlan.current(), day),
    openDaysChanged: deliveryChanged,
    isSample: options.isSample ?? shop.isSample,
  })
  await publishedCakes.reload('everything')
  const words = createCurrentWords({ db, log })
  // Most tests deliver everything on the next day.
  const first = {
    ...shop,
    customLeadHours: 24,
    managerRefundLimitPaise: 50_000,
    managerDayLimitPaise: 200_000,
    depositPercent: 0,
    takesTestPayments: false,
  }
  const shopNow = currentShop(words, first, clock)
  const context: AppContext = {
    db,
    ...(!options.isStrict && {
      maxCakesAwaitingPrice: 1000,
      maxUnsolicitedMailsPerRecipientADay: 1000,
    }),
    clock,
    log,
    jobs: queue.jobs,
    mailer: {
      async send(mail) {
        mails.set(mail.id, mail)
      },
    },
    webPush: createWebPush({
      secret,
      contact: () => shopNow().email,
      isAllowed: ({ hostname }) => hostname === '127.0.0.1',
    }),
    files: options.files ?? createMemoryStore(),
    outbox: createMemoryStore(),
    quoteTokens: createTokenSigner({ purpose: 'quote', secret }),
    payTokens: createTokenSigner({ purpose: 'pay', secret }),
    trackingTokens: createTokenSigner({ purpose: 'tracking', secret }),
    keepOrderTokens: createTokenSigner({ purpose: 'keep-order', secret }),
    invitationTokens: createTokenSigner({ purpose: 'staff-invitation', secret }),
    runTokens: createTokenSigner({ purpose: 'rider-run', secret }),
    deliveryCodeOf: createDeliveryCodes(secret),
    limiter: createLimiter(changedLimits({ ...wideLimits, ...options.limits })),
    securityLog,
    accounts: createAccounts({
      db,
      securityLog,
      secret,
      publicUrl: shop.publicUrl,
      clock,
      passwordHashing: cheapHashing,
      requireSecondFactor: options.requireSecondFactor,
      sessionRules: options.sessionRules ?? longSessions,
    }),
    payments: { active, all: [...new Set([active, upi])] },
    get shop() {
      return shopNow()
    },
    liveOrders: createLiveOrders(database, log),
    publishedCakes,
    deliveryPlan,
    words,
    cacheInvalidation: createCacheInvalidation(
      async () => {},
      async (names) => {
        await deliveryPlan.reload(names)
        await publishedCakes.reload(names)
        await words.reload(names)
        changed.push(...names)
      },
    ),
  }
  const { hono: api } = createShopApi(context, { trustProxy: 0 })
  const handlers = jobHandlers(context)
  if (!queue.isDeclared) await queue.declare(handlers.map(withoutSchedule))
  queue.isDeclared = true

  async function send<Body>(path: string, init: RequestInit): Promise<Reply<Body>> {
    const response = await api.request(path, init)
    const text = await response.text()
    return {
      status: response.status,
      body: (text ? JSON.parse(text) : null) as Body & Problem,
      headers: response.headers,
    }
  }

  return {
    context,
    database,
    api,
    mails,
    /** Names of what public pages show and has changed, in order. */
    changed,
    /** Signs sessions. */
    secret,
    /** GET a path of the API, logged in with a token if one is given. */
    get: <Body>(path: string, token?: string) => send<Body>(path, { headers: bearer(token) }),
    /** POST a body to a path of the API. */
    post: <Body>(path: string, body: unknown, token?: string) =>
      send<Body>(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...bearer(token) },
        body: JSON.stringify(body),
      }),
    /** Asks, and proves that nothing but the answer came of it. */
    async unchanged<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
      const before = await tableContents(db)
      const answer = await ask()
      expect(await tableContents(db)).toEqual(before)
      return answer
    },
    /** Lets time pass, in ms. */
    wait(ms: number) {
      now = new Date(now.getTime() + ms)
      waitedMs += ms
    },
    /** Runs every job that is due, and those they cause. Answers the names of what ran. */
    async runJobs() {
      await bringJobsForward(db, waitedMs)
      waitedMs = 0
      return runJobs({ db, boss: queue.boss }, handlers)
    },
    /** Registers and logs in a customer, who has opened the link that confirms their email. */
    async customer(email = 'asha@example.in', { isConfirmed = true } = {}) {
      await context.accounts.register(person(email))
      if (isConfirmed) await this.verify(email)
      return { email, token: (await context.accounts.signIn(email, 'asha-password')).token }
    },
    async admin() {
      const admin = { email: 'admin@cakewala.test', password: 'admin-password' }
      await context.accounts.ensureOwner(admin)
      return { ...admin, token: (await context.accounts.signIn(admin.email, admin.password)).token }
    },
    /** As if they had opened the link that confirms their email. */
    async verify(email: string) {
      await db.update(users).set({ emailVerified: true }).where(eq(users.email, email))
    },
    /** Registers and logs in somebody of the staff. */
    async staff(role: Role, email = `${role}@example.in`) {
      await context.accounts.register(person(email))
      const [member] = await db
        .update(users)
        .set({ role, emailVerified: true })
        .where(eq(users.email, email))
        .returning({ id: users.id })
      const { token } = await context.accounts.signIn(email, 'asha-password')
      return { id: member?.id ?? '', email, token }
    },
    async addCake(cake: Partial<NewCake> = {}) {
      const added = { ...truffle, ...cake }
      await insertCake(db, added)
      await publishedCakes.reload([cakeChanged(added)])
    },
    /** Changes the columns of a cake that is in the shop. */
    async editCake(changes: Partial<typeof cakes.$inferInsert>, id = truffle.id) {
      await db.update(cakes).set(changes).where(eq(cakes.id, id))
      await publishedCakes.reload([cakeChanged({ id })])
    },
    async close() {
      await context.liveOrders.close()
      if (options.database || options.log) await queue.close()
      await database.close()
    },
  }
}

/** All payments by one provider. */
export function soleProvider(active: PaymentProvider): PaymentProviders {
  return { active, all: [active] }
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

function bearer(token: string | undefined): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {}
}

function person(email: string) {
  return {
    name: 'Asha Rao',
    email,
    mobileno: '9876543210',
    date: '1990-05-17',
    password: 'asha-password',
  }
}

/** A cake at ₹850 a kg. */
export const truffle: NewCake = {
  id: 'truffle',
  name: 'Truffle Cake',
  price: 850,
  earlierPrice: null,
  category: 'Chocolate',
  flavours: ['Cocoa', 'Truffle cream'],
  weight: ['0.5', '1'],
  egg: 'Eggless',
  featured: true,
  stock: 5,
  description: 'A cake.',
  stars: 4.5,
  reviews: [],
  pictures: [],
}

/** Nothing runs by itself in a test, however long it takes. */
function withoutSchedule({ job, run }: JobHandler): JobHandler {
  return { job: { ...job, schedule: undefined }, run }
}

interface TestQueue extends Pick<JobsQueue, 'jobs' | 'declare' | 'close'> {
  /** Takes jobs from the queue by hand, so that no test waits for a poll. */
  boss: PgBoss
  isDeclared: boolean
}

/** Queues of this worker's databases: opening one takes a tenth of a second. */
const queues = new WeakMap<Database, Promise<TestQueue>>()

function workersQueue(database: OpenDatabase, log: Log): Promise<TestQueue> {
  const queue = queues.get(database.db) ?? openQueue(database, log)
  queues.set(database.db, queue)
  return queue
}

async function openQueue(database: OpenDatabase, log: Log): Promise<TestQueue> {
  const { jobs, declare, close } = await openJobs(database, log, { upkeep: false })
  const boss = new PgBoss({
    db: database.queue,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  return {
    jobs,
    declare,
    boss,
    isDeclared: false,
    async close() {
      await boss.stop({ graceful: false })
      await close()
    },
  }
}

/** The queue goes by the time of the machine: what was to start later is as much nearer as the shop's clock went on. */
async function bringJobsForward(db: Database, ms: number) {
  if (ms === 0) return
  await db.execute(sql`
    update pgboss.job set start_after = start_after - make_interval(secs => ${ms / 1000})
    where state < 'active'`)
}

/** Runs every job that waits, and those they cause. */
async function runJobs(
  { db, boss }: { db: Database; boss: PgBoss },
  handlers: JobHandler[],
): Promise<string[]> {
  const ran: string[] = []
  for (let busy = true; busy; ) {
    busy = false
    const waiting = await waitingJobs(db)
    for (const handler of handlers.filter(({ job }) => waiting.has(job.name))) {
      const count = await runWaiting(boss, handler)
      ran.push(...Array<string>(count).fill(handler.job.name))
      busy ||= count > 0
    }
  }
  return ran
}

/** One question for all queues: to ask each of them costs a tenth of a second. */
async function waitingJobs(db: Database): Promise<Set<unknown>> {
  const { rows } = await db.execute(
    sql`select distinct name from pgboss.job where state < 'active' and start_after <= now()`,
  )
  return new Set(rows.map(({ name }) => name))
}

async function runWaiting(boss: PgBoss, { job, run }: JobHandler): Promise<number> {
  const waiting = await boss.fetch(job.name, { batchSize: 50 })
  for (const { id, data } of waiting) {
    await run(data)
    await boss.complete(job.name, id)
  }
  return waiting.length
}

function createMemoryStore(): WholeFileStore {
  const files = new Map<string, { bytes: Uint8Array<ArrayBuffer>; storedAt: Date }>()
  return {
    async put(key, bytes) {
      files.set(key, { bytes: new Uint8Array(bytes), storedAt: new Date() })
    },
    get: async (key) => files.get(key)?.bytes ?? null,
    async remove(key) {
      files.delete(key)
    },
    async *list(folder = '') {
      for (const [key, { bytes, storedAt }] of files) {
        if (key.startsWith(folder)) yield { key, size: bytes.length, storedAt }
      }
    },
  }
}
