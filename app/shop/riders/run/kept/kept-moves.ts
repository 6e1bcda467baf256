import { browserStorage, readStoredText, writeStoredText } from '#ui/browser-storage.ts'
import type { RiderRun } from '../run-stop.ts'

type Run = Pick<RiderRun, 'id' | 'linkEndsAt'>

/** A text that is kept on this phone; `write` says whether the phone has room for it. */
export interface KeptText {
  read(): string | null
  write(text: string): boolean
}

const prefix = 'cakewala:run-'

/** Under which a phone keeps what it has of a run. The end of the link is in it, after which keys can be sorted. */
export function keyOf({ id, linkEndsAt }: Run): string {
  return `${prefix}${linkEndsAt}-${id}`
}

/** Whether a key is of a run whose link has ended. */
export function hasRunEnded(key: string, now: Date): boolean {
  return key.startsWith(prefix) && key < prefix + now.toISOString()
}

/**
 * Where a phone keeps the moves of a run. What it kept of other runs goes once their links have ended, as nothing can be sent by
 * them.
 */
export function keptMoves(run: Run, now: Date, storage = browserStorage('localStorage')): KeptText {
  const own = keyOf(run)
  for (const key of Object.keys(storage)) {
    if (hasRunEnded(key, now) && !key.startsWith(own)) storage.removeItem(key)
  }
  return keptText(own, '[]', storage)
}

/** Where a phone keeps what was asked for at the doors of a run. It goes with the moves. */
export function keptSums(run: Run, storage = browserStorage('localStorage')): KeptText {
  return keptText(`${keyOf(run)}-sums`, '{}', storage)
}

/** Where a phone keeps where moves took orders of a run since it was read. It goes with the moves. */
export function keptTaken(run: Run, storage = browserStorage('localStorage')): KeptText {
  return keptText(`${keyOf(run)}-taken`, '{}', storage)
}

function keptText(
  key: string,
  empty: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): KeptText {
  return {
    read: () => readStoredText(storage, key),
    write(text) {
      if (text !== empty) return writeStoredText(storage, key, text)
      storage.removeItem(key)
      return true
    },
  }
}
