import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.server.ts'

/** Reads into memory what the database has, one read after another. */
export interface Reader {
  /** Tries again until the read succeeds, because what it reads has changed already. */
  read(attempt: () => Promise<void>): Promise<void>
  close(): void
}

/** @param what is read, as the log names it */
export function createReader({
  log,
  what,
  retryMs = 1_000,
}: {
  log: Log
  what: string
  retryMs?: number
}): Reader {
  const closing = new AbortController()
  let latest = Promise.resolve()

  async function readUntilDone(attempt: () => Promise<void>) {
    while (!closing.signal.aborted) {
      try {
        return await attempt()
      } catch (error) {
        log.warn({ err: error }, `${what} could not be read yet`)
      }
      await pause(retryMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  return {
    read(attempt) {
      // One after another: an older read must not replace what a newer one has read.
      latest = latest.then(() => readUntilDone(attempt))
      return latest
    },
    close: () => closing.abort(),
  }
}
