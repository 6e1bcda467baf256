import { pino } from 'pino'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent'

/** Structured logs. Callers name ids and counts, never names, addresses, tokens or bodies. */
export interface Log {
  debug(facts: object, message: string): void
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export function createLog(level: LogLevel): Log {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime })
}
