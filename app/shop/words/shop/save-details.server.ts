import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { wordsTag } from '../current-words.server.ts'
import { saveWords } from '../words.store.server.ts'
import { sampleDetailsIn } from './sample-details.ts'
import { detailKey, earlierRegistration, type TypedDetails, typedDetails } from './typed-details.ts'

/**
 * Changes who the shop is; pages, mails and new papers say it at once.
 *
 * @throws AppError invalid for what is the sample's in a shop where money moves, and for a day that is over
 */
export async function saveDetails(
  { db, clock, shop, cacheInvalidation }: AppContext,
  { by, details }: { by: Caller; details: TypedDetails },
) {
  const samples = shop.isSample ? [] : sampleDetailsIn(details)
  if (samples.length > 0) {
    const sentence = 'This is the sample’s. Please enter your own.'
    const errors = Object.fromEntries(samples.map((name) => [name, sentence]))
    throw new AppError('invalid', sentence, { errors })
  }
  const today = kolkataDay(clock.now())
  if (details.gstFrom && details.gstFrom < today) {
    throw fieldError('invalid', 'gstFrom', 'A registration changes today or on a day to come.')
  }
  const earlier = details.gstFrom > today ? [earlierRegistration(shop)] : []
  const before = Object.entries(typedDetails(shop))
  const after = new Map(Object.entries(details))
  const changed = before.filter(([name, text]) => after.get(name) !== text)
  if (changed.length === 0) return
  await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    const typed = [...after].map(([name, text]) => ({
      key: detailKey(name),
      text,
      pictureId: null,
    }))
    await saveWords(tx, [...typed, ...earlier])
    await recordAudit(tx, {
      at: clock.now(),
      by,
      action: 'save-shop',
      subject: 'words',
      before: Object.fromEntries(changed),
      after: Object.fromEntries(changed.map(([name]) => [name, after.get(name)])),
    })
    invalidate([wordsTag])
  })
}
