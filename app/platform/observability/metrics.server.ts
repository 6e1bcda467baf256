import { Hono } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Log } from '../log.server.ts'
import { isSameSecret } from '../secrets.server.ts'

const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How long the value of a gauge is cached, and how long reading it may take, in ms. */
const gaugeMs = { cached: 10_000, timeout: 3_000 }

export type Metrics = ReturnType<typeof createMetrics>

/** The Prometheus metrics of this process. Labels have few values: patterns and names, never what somebody sent. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time until a response starts, by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: seconds,
      registers,
    }),
    outsideCalls: new Histogram({
      name: 'outside_call_duration_seconds',
      help: 'Calls to payment providers, mail server and file store, by outcome: ok, rejected, unavailable or failed',
      labelNames: ['service', 'call', 'outcome'],
      buckets: seconds,
      registers,
    }),
    jobs: new Counter({
      name: 'jobs_run_total',
      help: 'Runs of background jobs, by outcome: done or failed',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    cache: new Counter({
      name: 'page_cache_requests_total',
      help: 'Requests for public pages and catalogue calls, by outcome in the response cache: hit or miss',
      labelNames: ['outcome'],
      registers,
    }),
    /** A number of this process, read for each scrape. */
    gauge(name: string, help: string, read: () => number) {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
    },
    /** Numbers of this process under one name, by label. */
    gauges(name: string, help: string, label: string, read: () => Record<string, number>) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers,
        labelNames: [label],
        collect: () => setAll(gauge, label, read()),
      })
    },
    /**
     * Numbers of the whole shop, by label, read at most every ten seconds. If they cannot be read, they are left out.
     * All processes report the same numbers: a dashboard takes the largest one.
     */
    shopGauges(
      name: string,
      help: string,
      label: string,
      read: () => Promise<Record<string, number>>,
    ) {
      const reading = cachedFor(gaugeMs.cached, () => withTimeout(gaugeMs.timeout, read()))
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers,
        labelNames: [label],
        collect: async () => setAll(gauge, label, await reading().catch(() => ({}))),
      })
    },
  }
}

function setAll(gauge: Gauge, label: string, values: Record<string, number>) {
  gauge.reset()
  for (const [name, value] of Object.entries(values)) gauge.set({ [label]: name }, value)
}

/**
 * Waits for a promise, but at most for some ms. The work itself is not stopped.
 *
 * @throws Error when it takes longer
 */
async function withTimeout<T>(ms: number, promise: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(new Error(`no response within ${ms} ms`)), ms)
  try {
    return await Promise.race([promise, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** A read whose result is cached for some ms, so that many callers cost no more than one. */
function cachedFor<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let cached: { result: Promise<T>; until: number } | null = null
  return () => {
    if (!cached || performance.now() >= cached.until) {
      cached = { result: read(), until: performance.now() + ms }
    }
    return cached.result
  }
}

/** Each throws when its part cannot be used. */
export type ReadyChecks = Record<string, () => Promise<unknown>>

/** How long a check may take, and how long its result is cached, in ms. */
const checkMs = { timeout: 2_000, cached: 1_000 }

/**
 * GET /healthz: the process responds. GET /readyz: it should be sent requests, because its parts work and it is not
 * stopping; else 503 with the names of the failing parts.
 */
export function serveHealth(deps: {
  log: Log
  checks: ReadyChecks
  acceptsRequests: () => boolean
  timeoutMs?: number
}) {
  const { log, checks, acceptsRequests, timeoutMs = checkMs.timeout } = deps
  const failingParts = cachedFor(checkMs.cached, async () => {
    const failing = await Promise.all(
      Object.entries(checks).map(async ([part, check]) => {
        try {
          await withTimeout(timeoutMs, check())
          return []
        } catch (error) {
          log.warn({ err: error, part }, 'not ready')
          return [part]
        }
      }),
    )
    return failing.flat()
  })
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'alive' }, 200, healthHeaders))
    .get('/readyz', async (c) => {
      const failing = acceptsRequests() ? await failingParts() : ['stopping']
      if (failing.length === 0) return c.json({ status: 'ready' }, 200, healthHeaders)
      return c.json({ status: 'not ready', failing }, 503, healthHeaders)
    })
}

const healthHeaders = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
}

/** GET /metrics for Prometheus, for callers with the token of the settings. All others get 404. */
export function serveMetrics(deps: { token: string | undefined; read: () => Promise<string> }) {
  const { token } = deps
  const read = cachedFor(500, deps.read)
  return new Hono().get('/metrics', async (c) => {
    const sent = c.req.header('authorization') ?? ''
    if (!token || !isSameSecret(sent, `Bearer ${token}`)) return c.notFound()
    return c.text(await read(), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
}
