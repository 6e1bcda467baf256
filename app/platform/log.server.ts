import { type DestinationStream, pino } from 'pino'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Structured logs. Callers name ids and counts, never names, addresses, tokens or bodies. */
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
  }
  return destination ? pino(settings, destination) : pino(settings)
}

/** Drizzle writes the values of a failed query into its error: names, addresses, session keys. They stay out. */
function withoutValues(error: unknown) {
  if (!(error instanceof Error)) return error
  const { type, message, stack } = pino.stdSerializers.err(error)
  const values = valuesIn(error)
  const clean = (text: string) => values.reduce((rest, one) => rest.replaceAll(one, ''), text)
  return { type, message: clean(message), stack: clean(stack) }
}

function valuesIn(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = 'params' in error ? [`\nparams: ${error.params}`] : []
  return [...own, ...valuesIn(error.cause)]
}
