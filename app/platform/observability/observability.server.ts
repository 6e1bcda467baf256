import type { MiddlewareHandler } from 'hono'
import type { Pool } from 'pg'
import { AppError } from '../app-error.ts'
import type { FinishedAnswers } from '../http/finished-answers.server.ts'
import type { JobHandler } from '../jobs/jobs.server.ts'
import type { Log } from '../log.server.ts'
import { createMetrics } from './metrics.server.ts'
import { createRequestNotes, watchRequests } from './observe-requests.server.ts'
import { noSpans, type Spans, traceStatements } from './spans.server.ts'

export type Observability = ReturnType<typeof createObservability>

/** A request that was answered before the framework; `begun` by the monotonic clock. */
interface Answered {
  method: string
  route: string
  status: number
  begun: number
}

const finishedHit = { outcome: 'hit' }

/** What an operator sees of the shop at work: it goes around the parts of the shop, which know nothing of it. */
export function createObservability({ log, spans = noSpans }: { log: Log; spans?: Spans }) {
  const metrics = createMetrics()
  const notes = createRequestNotes()

  function timed({ method, route, status, begun }: Answered) {
    const ms = performance.now() - begun
    metrics.requests.observe({ method, route, status }, ms / 1000)
    return { method, route, status, ms: Math.round(ms) }
  }

  return {
    metrics,
    notes,
    /** Whether somebody wants to see what happens around each request. */
    isTracing: spans !== noSpans,
    requests: (): MiddlewareHandler => watchRequests({ log, metrics, spans, notes }),

    /** Counts which answers were finished already, but for those that are given at once. */
    finished(answers: FinishedAnswers): FinishedAnswers {
      const respond: FinishedAnswers['respond'] = async (request, address, make) => {
        let outcome = 'hit'
        const response = await answers.respond(request, address, () => {
          outcome = 'miss'
          return make()
        })
        metrics.finished.inc({ outcome })
        if (outcome === 'hit') notes.quiet(request)
        return response
      }
      const answer: FinishedAnswers['answer'] = async (incoming, outgoing, address, id, make) => {
        let outcome = 'hit'
        const status = await answers.answer(incoming, outgoing, address, id, () => {
          outcome = 'miss'
          return make()
        })
        metrics.finished.inc({ outcome })
        return status
      }
      return { ...answers, respond, answer }
    },

    /** Counts a request that was answered at once, without all that `requests` does; they are many, and quiet. */
    answeredAtOnce({ id, ...answered }: Answered & { id: string }) {
      metrics.finished.inc(finishedHit)
      log.debug({ request: id, ...timed(answered) }, 'request')
    },

    /** Counts a request for which something was read, and writes its line. */
    answered(answered: Answered) {
      log.info(timed(answered), 'request')
    },

    /** Counts and times calls to what is outside this process, under a service's name. */
    outside<Target extends object>(
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

    job({ job, run }: JobHandler): JobHandler {
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
    databasePool(pool: Pool | null) {
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
