import { createStored, fieldsOf, removeStored } from '#ui/browser-storage.ts'
import type { RiderRun } from './run-stop.ts'

export type RunLink = Pick<RiderRun, 'id' | 'linkEndsAt'>

const prefix = 'cakewala:run-'

/**
 * The key of a run's moves on the phone. Other keys of the run begin with it. It has the end of the link, so that keys sort by
 * it.
 */
export function runKey({ id, linkEndsAt }: RunLink): string {
  return `${prefix}${linkEndsAt}-${id}`
}

/** Whether a key is of a run whose link has ended. */
export function hasRunEnded(key: string, now: Date): boolean {
  return key.startsWith(prefix) && key < prefix + now.toISOString()
}

/** Removes what the phone has of other runs once their links have ended: nothing can be sent by them. */
export function removeEndedRuns(run: RunLink, now: Date) {
  removeStored((key) => hasRunEnded(key, now) && !key.startsWith(runKey(run)))
}

/** Values that the phone remembers of a run's orders, by their ids. Damaged values are left out. */
export function storedByOrder<T>(key: string, isValue: (stored: unknown) => stored is T) {
  const parse = (stored: unknown): ReadonlyMap<string, T> =>
    new Map(
      Object.entries(fieldsOf(stored)).filter((entry): entry is [string, T] => isValue(entry[1])),
    )
  const stored = createStored(key, parse, { format: Object.fromEntries })
  return {
    get: (orderId: string): T | undefined => stored.current().get(orderId),
    set(orderId: string, value: T) {
      stored.save(new Map(stored.current()).set(orderId, value))
    },
    clear() {
      if (stored.current().size > 0) stored.save(null)
    },
  }
}
