import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import type { Log } from '../log.server.ts'
import type { Database } from './database.server.ts'

/** Deadlock and serialisation failure: a second try may succeed. */
const conflictCodes = new Set(['40P01', '40001'])

/** A statement, a lock wait or a pause within a transaction took too long. */
const busyCodes = new Set(['57014', '55P03', '25P03', ...conflictCodes])

/** The server rejects, ends or loses connections: it stops, starts, lacks memory or connections, or has moved to another machine. */
const outageCodes = /^(08...|57P0[1-5]|53[2-4]00|25006)$/

/** No disk space is left for what is to be stored. */
const diskFullCode = '53100'

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

/** Errors of `pg` and its pool that have no code. */
const outageMessages =
  /^(Connection terminated|timeout e(xceeded|xpired)|Client (has encountered a connection error|was closed)|Query read timeout)/

/** Whether a transaction lost against another cause and may be tried again from its start. */
export function isConflict(error: unknown): boolean {
  return causes(error).some((cause) => conflictCodes.has(codeOf(cause)))
}

/** Whether a statement failed because a row has its values of a unique index. */
export function violates(error: unknown, index: string): boolean {
  return causes(error).some(({ constraint }) => constraint === index)
}

/** Why a database does not do what it could do otherwise. */
export type DatabaseFault = 'away' | 'busy' | 'full'

/** Null when the statement itself was wrong. */
export function classifyDatabaseError(error: unknown): DatabaseFault | null {
  const chain = causes(error)
  if (chain.some(isOutage)) return 'away'
  if (chain.some((cause) => codeOf(cause) === diskFullCode)) return 'full'
  return chain.some((cause) => busyCodes.has(codeOf(cause))) ? 'busy' : null
}

/** As `classifyDatabaseError`, for an error of unknown origin: null unless a database query caused it. */
export function classifyQueryError(error: unknown): DatabaseFault | null {
  return causes(error).some((cause) => cause instanceof DrizzleQueryError)
    ? classifyDatabaseError(error)
    : null
}

function isOutage(error: Cause): boolean {
  const code = codeOf(error)
  return (
    outageCodes.test(code) || networkCodes.has(code) || outageMessages.test(String(error.message))
  )
}

const codeOf = ({ code }: Cause) => String(code ?? '')

/** PostgreSQL's codes of an error and its causes. */
export const codesOf = (error: unknown) => causes(error).map(codeOf)

interface Cause {
  message: string
  code?: unknown
  constraint?: unknown
  cause?: unknown
  errors?: unknown
}

/**
 * The error and its causes. Connecting to several addresses at once fails for several reasons. The job queue passes copies
 * on, which are no instances of Error.
 */
function causes(error: unknown): Cause[] {
  if (!isCause(error)) return []
  const several = Array.isArray(error.errors) ? error.errors : []
  return [error, ...[error.cause, ...several].flatMap(causes)]
}

const isCause = (error: unknown): error is Cause =>
  typeof error === 'object' && error !== null && 'message' in error

/** How long a database outage is not logged again, in ms. */
const repeatMs = 60_000

/** Logs errors of work that polls the database. An outage is logged only once a minute, although every poll meets it. */
export function createErrorLogger(log: Log, message: string): (error: unknown) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error) => {
    const fault = classifyDatabaseError(error)
    if (fault && performance.now() - loggedAt < repeatMs) return
    if (fault) loggedAt = performance.now()
    log.error(fault ? { err: error, database: fault } : { err: error }, message)
  }
}

/** Tries of one transaction, with the first. */
export const maxTries = 6

/** Of the pause after the first try, in ms. It doubles with every further try. */
const maxFirstPauseMs = 10

/**
 * Makes a database retry its transactions after a conflict (deadlock, serialisation failure), a few times and after a short
 * random pause. So what a transaction does outside the database must be safe to repeat. A nested transaction is not retried
 * by itself. Nothing is retried after a lost connection: it is not known then what was committed.
 *
 * @param transact runs a transaction once; the database's own method by default
 */
export function retryConflicts(
  db: Database,
  transact: Database['transaction'] = db.transaction.bind(db),
): Database {
  db.transaction = async (change, config) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await transact(change, config)
      } catch (error) {
        if (tries === maxTries || !isConflict(error)) throw error
      }
      await pause(Math.random() * maxFirstPauseMs * 2 ** tries)
    }
  }
  return db
}
