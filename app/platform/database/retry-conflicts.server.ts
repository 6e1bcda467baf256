import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from './database.server.ts'
import { isConflict } from './database-errors.server.ts'

/** Tries of one transaction, with the first. */
export const maxTries = 6

/** The longest pause after the first try, in ms. It doubles with every further try. */
const firstPauseMs = 10

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
      await pause(Math.random() * firstPauseMs * 2 ** tries)
    }
  }
  return db
}
