import { browserStorage, readStoredText, writeStoredText } from '#ui/browser-storage.ts'
import type { RiderRun } from './run-stop.ts'

const prefix = 'cakewala:run-'

/**
 * Where a phone keeps the moves of a run. What it kept of other runs goes once their links have ended, as nothing can be sent by
 * them: the end is in the key, after which keys can be sorted.
 */
export function keptMoves(
  { id, linkEndsAt }: Pick<RiderRun, 'id' | 'linkEndsAt'>,
  now: Date,
  storage = browserStorage('localStorage'),
) {
  const own = `${prefix}${linkEndsAt}-${id}`
  const ended = prefix + now.toISOString()
  for (const key of Object.keys(storage)) {
    if (key.startsWith(prefix) && key < ended && key !== own) storage.removeItem(key)
  }
  return {
    read: () => readStoredText(storage, own),
    write(text: string) {
      if (text !== '[]') return writeStoredText(storage, own, text)
      storage.removeItem(own)
      return true
    },
  }
}
