import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, pino } from 'pino'

type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/**
 * Structured logs. Callers log ids and counts, never names, addresses, tokens or bodies. Each line names its request or
 * job.
 */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const settings = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutValues },
    mixin: () => current.getStore() ?? {},
  }
  return destination ? pino(settings, destination) : pino(settings)
}

/**
 * Removes the values of a failed query from its error: names, addresses, session keys. Drizzle adds them to the message, and
 * PostgreSQL may repeat one.
 */
function withoutValues(error: unknown) {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  const values = valuesIn(error)
  const clean = (text: string) => values.reduce((rest, value) => rest.replaceAll(value, '…'), text)
  return { type, message: clean(message), stack: clean(stack) }
}

function valuesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { params } = error as { params?: unknown }
  const own = Array.isArray(params) ? [`\nparams: ${params}`, ...params.filter(isLongText)] : []
  return [...own, ...valuesIn(error.cause)]
}

/** Short values, such as a status, occur in many messages by chance. */
function isLongText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 3
}

/** The request or job of a log line. */
type CallContext =
  | ({ request: string } & Record<string, string | number>)
  | { job: string; jobId: string }

const current = new AsyncLocalStorage<CallContext>()

/**
 * Names what a request is about, in its further log lines and its span. Of several things of a name the first counts. Jobs
 * may be about many, and log each.
 */
export function annotateCall(facts: Record<string, string | number>) {
  const call = current.getStore()
  if (call && 'request' in call) Object.assign(call, { ...facts, ...call })
}

/** Runs the work of one request or job. Each line that it logs has this context. */
export function withCallContext<T>(context: CallContext, run: () => T): T {
  return current.run(context, run)
}
