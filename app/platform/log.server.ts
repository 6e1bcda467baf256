import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, pino } from 'pino'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/**
 * Structured logs. Callers name ids and counts, never names, addresses, tokens or bodies. What is written for a request or
 * a job says which one by itself.
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
    mixin: () => callContext() ?? {},
  }
  return destination ? pino(settings, destination) : pino(settings)
}

/**
 * Drizzle writes the values of a failed query into its error, and PostgreSQL may say one again: names, addresses, session
 * keys. They stay out.
 */
function withoutValues(error: unknown) {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  const values = valuesIn(error)
  const clean = (text: string) => values.reduce((rest, one) => rest.replaceAll(one, '…'), text)
  return { type, message: clean(message), stack: clean(stack) }
}

function valuesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const { params } = error as { params?: unknown }
  const own = Array.isArray(params) ? [`\nparams: ${params}`, ...params.filter(isTelling)] : []
  return [...own, ...valuesIn(error.cause)]
}

/** A value of some length; short ones, such as a status, stand in many places that have nothing to do with it. */
function isTelling(value: unknown): value is string {
  return typeof value === 'string' && value.length > 3
}

/** What every line of the log says of the request or job it was written for; no values of customers. */
type CallContext = { request: string } | { job: string; jobId: string }

const facts = new AsyncLocalStorage<CallContext>()

/** Runs what is done for one request or job: all it logs carries these facts. */
export function withCallContext<T>(of: CallContext, run: () => T): T {
  return facts.run(of, run)
}

/** The facts of the request or job that is being worked on here, if any. */
function callContext(): CallContext | undefined {
  return facts.getStore()
}
