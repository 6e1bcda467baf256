import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './database.server.ts'
import { isConflict } from './database-errors.server.ts'

/** Tries of one transaction, the first among them. */
export const mostTries = 6

/** The longest pause after the first try, ms; it doubles with every further one. */
const firstPauseMs = 10

/**
 * Makes a database try its transactions again, a few times and after a short pause by lot, when they lost against
 * another one (deadlock, serialisation failure): the one place where that is done. What a transaction does outside the
 * database must therefore be harmless when it is done twice. One within another is never tried by itself, and nothing is
 * tried again after the connection was lost: what had been committed is not known then.
 *
 * @param transact runs a transaction once; the database's own way when left out
 */
export function retryConflicts(
  db: Database,
  transact: Database['transaction'] = db.transaction.bind(db),
): Database {
  db.transaction = async (change, config) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await transact(change, config)
      } catch (error) {
        if (tried === mostTries || !isConflict(error)) throw error
      }
      await pause(Math.random() * firstPauseMs * 2 ** tried)
    }
  }
  return db
}
