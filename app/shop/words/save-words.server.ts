import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import { wordsTag } from './current-words.server.ts'
import type { NewWord } from './words.endpoints.ts'
import { readWords, saveWords } from './words.store.server.ts'

/**
 * Changes what the shop says of itself; pages show it at once. Words that are left out stay.
 *
 * @throws AppError invalid for a picture that is not in the shop
 */
export async function changeWords(
  { db, clock, cacheInvalidation }: Pick<AppContext, 'db' | 'clock' | 'cacheInvalidation'>,
  { by, words }: { by: Caller; words: readonly NewWord[] },
) {
  await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    const at = clock.now()
    const before = await readWords(tx)
    const rows = words.map(({ key, text, image }) => ({
      key,
      text,
      pictureId: image ? (pictureIdFromPath(image) ?? '') : null,
    }))
    await lockKnownPictures(tx, rows, at)
    await saveWords(tx, rows)
    await recordAudit(tx, {
      at,
      by,
      action: 'save-words',
      subject: 'words',
      before: Object.fromEntries(rows.map(({ key }) => [key, before.get(key)?.text ?? null])),
      after: Object.fromEntries(rows.map(({ key, text }) => [key, text])),
    })
    invalidate([wordsTag])
  })
}

/** All at once, in the order of their ids: two owners who save do not wait for each other. */
async function lockKnownPictures(
  tx: Database,
  rows: readonly { pictureId: string | null }[],
  now: Date,
) {
  const ids = rows.flatMap(({ pictureId }) => pictureId ?? [])
  const known = new Set(await lockPictures(tx, ids, now))
  const missing = rows.findIndex(({ pictureId }) => pictureId !== null && !known.has(pictureId))
  if (missing === -1) return
  const sentence = 'This picture is no longer in the shop. Please upload it again.'
  throw fieldError('invalid', `words.${missing}.image`, sentence)
}
