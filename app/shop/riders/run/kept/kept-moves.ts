import { removeStored } from '#ui/browser-storage.ts'
import type { RiderRun } from '../run-stop.ts'

type Run = Pick<RiderRun, 'id' | 'linkEndsAt'>

const prefix = 'cakewala:run-'

/**
 * The key of a run's moves on the phone. What else is stored of the run has a key that begins with it. The end of the link
 * is in it, after which keys can be sorted.
 */
export function keyOf({ id, linkEndsAt }: Run): string {
  return `${prefix}${linkEndsAt}-${id}`
}

/** Whether a key is of a run whose link has ended. */
export function hasRunEnded(key: string, now: Date): boolean {
  return key.startsWith(prefix) && key < prefix + now.toISOString()
}

/** Removes what the phone has of other runs once their links have ended, as nothing can be sent by them. */
export function removeEndedRuns(run: Run, now: Date) {
  removeStored((key) => hasRunEnded(key, now) && !key.startsWith(keyOf(run)))
}
