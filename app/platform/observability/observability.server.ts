import type { Pool } from 'pg'
import { AppError } from '../app-error.ts'
import type { JobHandler } from '../jobs/jobs.server.ts'
import type { Log } from '../log.server.ts'
import { createMetrics } from './metrics.server.ts'
import { createObserveRequest, observeRequests } from './observe-requests.server.ts'
import { noSpans, type Spans, traceStatements } from './spans.server.ts'

export type Observability = ReturnType<typeof createObservability>

/** What an operator sees of the shop at work: it goes around the parts of the shop, which know nothing of it. */
export function createObservability({ log, spans = noSpans }: { log: Log; spans?: Spans }) {
  const metrics = createMetrics()
  const observeRequest = createObserveRequest({ log, metrics, spans })
  return {
    metrics,
    observeRequest,
    middleware: () => observeRequests(observeRequest),

    /** Counts and times calls to what is outside this process, under a service's name. */
    observeCalls<Target extends object>(
      service: string,
      target: Target,
      calls: readonly (keyof Target & string)[],
    ): Target {
      return wrapCalls(target, calls, (call, run) =>
        spans.within(`${service} ${call}`, { kind: 'client' }, async () => {
          const done = metrics.outsideCalls.startTimer({ service, call })
          try {
            const answer = await run()
            done({ outcome: 'ok' })
            return answer
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
        'Connections of the pool, and those who wait for one',
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
  return error.code === 'unavailable' ? 'unavailable' : 'refused'
}

/** The same object, with something done around each call of these methods of it, which answer promises. */
function wrapCalls<Target extends object>(
  target: Target,
  methods: readonly (keyof Target & string)[],
  around: (method: string, run: () => Promise<unknown>) => Promise<unknown>,
): Target {
  const names = new Set<string | symbol>(methods)
  return new Proxy(target, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name)
      if (!names.has(name) || typeof value !== 'function') return value
      return (...args: unknown[]) => around(String(name), () => value.apply(of, args))
    },
  })
}
