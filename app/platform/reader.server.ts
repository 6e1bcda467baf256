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

/** Something that the database has, in this process's memory. */
export interface Current<Value> {
  /** As last loaded; empty before the first `reload`. */
  current(): Value
  /** Loads it again if it has changed. Resolves when `current` has the change. */
  reload(changed: ReadonlySet<string> | 'everything'): Promise<void>
  /** Stops the retries. */
  close(): void
}

/** @param what is loaded, as the log names it */
export function createCurrent<Value>({
  log,
  what,
  name,
  empty,
  load,
}: {
  log: Log
  what: string
  /** Of its change, as `cacheInvalidation` has it. */
  name: string
  empty: Value
  load: () => Promise<Value>
}): Current<Value> {
  const reader = createReader({ log, what })
  let value = empty
  return {
    current: () => value,
    async reload(changed) {
      if (changed !== 'everything' && !changed.has(name)) return
      await reader.read(async () => {
        value = await load()
      })
    },
    close: reader.close,
  }
}
