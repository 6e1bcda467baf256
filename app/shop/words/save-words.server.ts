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
    await checkPictures(tx, words, at)
    const rows = words.map(({ key, text, image }) => ({
      key,
      text,
      pictureId: image ? pictureIdFromPath(image) : null,
    }))
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

async function checkPictures(tx: Database, words: readonly NewWord[], now: Date) {
  for (const [index, { image }] of words.entries()) {
    if (image === '') continue
    const id = pictureIdFromPath(image)
    const known = id ? await lockPictures(tx, [id], now) : []
    if (known.length > 0) continue
    const sentence = 'This picture is no longer in the shop. Please upload it again.'
    throw fieldError('invalid', `words.${index}.image`, sentence)
  }
}
