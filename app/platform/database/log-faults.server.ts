import type { Log } from '../log.server.ts'
import { classifyDatabaseError } from './database-errors.server.ts'

/** How long nothing more is said of a database that is away, ms. */
const quietMs = 60_000

/**
 * Logs errors of what asks the database again and again; that it is away or busy only once a minute, since everybody who
 * asks meets it every second.
 */
export function createErrorLogger(log: Log, message: string): (error: unknown) => void {
  let saidAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const fault = classifyDatabaseError(error)
    if (fault && performance.now() - saidAt < quietMs) return
    if (fault) saidAt = performance.now()
    log.error(fault ? { err: error, database: fault } : { err: error }, message)
  }
}
