import type { Pool } from 'pg'
import { AppError } from '../app-error.ts'
import type { JobHandler } from '../jobs/jobs.server.ts'
import type { Log } from '../log.server.ts'
import { createMetrics } from './metrics.server.ts'
import { createObserveRequest, observeRequests } from './observe-requests.server.ts'
import { noSpans, type Spans, traceStatements } from './spans.server.ts'

export type Observability = ReturnType<typeof createObservability>

/** Metrics and traces for the operator. It wraps parts of the shop, which know nothing of it. */
export function createObservability({ log, spans = noSpans }: { log: Log; spans?: Spans }) {
  const metrics = createMetrics()
  const observeRequest = createObserveRequest({ log, metrics, spans })
  return {
    metrics,
    observeRequest,
    middleware: () => observeRequests(observeRequest),

    /** Counts and times calls to another service. */
    observeCalls<Target extends object>(
      service: string,
      target: Target,
      calls: readonly (keyof Target & string)[],
    ): Target {
      return wrapCalls(target, calls, (call, run) =>
        spans.within(`${service} ${call}`, { kind: 'client' }, async () => {
          const done = metrics.outsideCalls.startTimer({ service, call })
          try {
            const result = await run()
            done({ outcome: 'ok' })
            return result
          } catch (error) {
            done({ outcome: outcomeOf(error) })
            throw error
          }
        }),
      )
    },

    observeJob({ job, run }: JobHandler): JobHandler {
      return {
        job,
        run: (data) =>
          spans.within(`job ${job.name}`, { kind: 'consumer' }, async () => {
            let outcome = 'failed'
            try {
              await run(data)
              outcome = 'done'
            } finally {
              metrics.jobs.inc({ job: job.name, outcome })
            }
          }),
      }
    },

    /** The connections to a database server; the embedded database has no pool. */
    observePool(pool: Pool | null) {
      if (!pool) return
      metrics.gauges(
        'database_connections',
        'Connections of the database pool, by state; waiting: requests for one',
        'state',
        () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      )
      if (spans !== noSpans) traceStatements(pool, spans)
    },

    close: () => spans.close(),
  }
}

function outcomeOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'failed'
  return error.code === 'unavailable' ? 'unavailable' : 'rejected'
}

/** The same object, with `around` called for each call of these methods, which return promises. */
function wrapCalls<Target extends object>(
  target: Target,
  methods: readonly (keyof Target & string)[],
  around: (method: string, run: () => Promise<unknown>) => Promise<unknown>,
): Target {
  const names = new Set<string | symbol>(methods)
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name)
      if (!names.has(name) || typeof value !== 'function') return value
      return (...args: unknown[]) => around(String(name), () => value.apply(object, args))
    },
  })
}
