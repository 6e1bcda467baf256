import { DrizzleQueryError } from 'drizzle-orm'
import type { Log } from '../log.server.ts'

/** Another transaction was in the way, and trying the whole again may succeed: deadlock, serialisation failure. */
const conflictCodes = new Set(['40P01', '40001'])

/** Too long a statement, wait for a lock, or pause within a transaction. */
const slowCodes = new Set(['57014', '55P03', '25P03', ...conflictCodes])

/** The server refuses, ends or loses connections: shutting down, starting, full, or gone over to another machine. */
const awayCodes = /^(08...|57P0[1-5]|53300|53400|25006)$/

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
])

/** What `pg` and its pool throw of themselves, without a code. */
const awayMessages =
  /^(Connection terminated|timeout e(xceeded|xpired)|Client (has encountered a connection error|was closed)|Query read timeout)/

/** Whether a transaction lost against another and may be tried again from its start. */
export function isConflict(error: unknown): boolean {
  return causes(error).some((one) => conflictCodes.has(codeOf(one)))
}

/** What ails the database where something it was asked failed; null when it did its work and the asking was wrong. */
export function classifyDatabaseError(error: unknown): 'away' | 'busy' | null {
  const all = causes(error)
  if (all.some(isAway)) return 'away'
  return all.some((one) => slowCodes.has(codeOf(one))) ? 'busy' : null
}

/** As `classifyDatabaseError`, for an error of unknown origin: what other servers than the database do is none of it. */
export function classifyQueryError(error: unknown): 'away' | 'busy' | null {
  return causes(error).some((one) => one instanceof DrizzleQueryError)
    ? classifyDatabaseError(error)
    : null
}

function isAway(error: Cause): boolean {
  const code = codeOf(error)
  return awayCodes.test(code) || networkCodes.has(code) || awayMessages.test(String(error.message))
}

const codeOf = ({ code }: Cause) => String(code ?? '')

interface Cause {
  message: string
  code?: unknown
  cause?: unknown
  errors?: unknown
}

/**
 * The error and what led to it; an attempt at several addresses at once has failed for several reasons. The job queue
 * hands on copies, which are no instances of Error.
 */
function causes(error: unknown): Cause[] {
  if (!isCause(error)) return []
  const several = Array.isArray(error.errors) ? error.errors : []
  return [error, ...[error.cause, ...several].flatMap(causes)]
}

const isCause = (error: unknown): error is Cause =>
  typeof error === 'object' && error !== null && 'message' in error

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
