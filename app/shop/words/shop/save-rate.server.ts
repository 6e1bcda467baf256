import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { GoodsTax } from '#shop/values/gst/goods-rates.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { wordsTag } from '../current-words.server.ts'
import { saveWords } from '../words.store.server.ts'
import { rateKey, rateText } from './own-rates.ts'

interface NewRate {
  category: string
  /** 'YYYY-MM-DD' */
  from: string
  /** Null takes back what was said for this day. */
  tax: GoodsTax | null
}

/**
 * Changes how a category is taxed from a day on. What is charged before stays.
 *
 * @throws AppError invalid for today or a day in the past
 */
export async function saveRate(
  { db, clock, words, cacheInvalidation }: AppContext,
  { by, rate }: { by: Caller; rate: NewRate },
) {
  const now = clock.now()
  if (rate.from <= kolkataDay(now)) {
    throw fieldError('invalid', 'from', 'A rate changes on a day to come.')
  }
  const key = rateKey(rate)
  const before = words.current().get(key)?.text ?? ''
  const after = rateText(rate.tax)
  if (before === after) return
  await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    await saveWords(tx, [{ key, text: after, pictureId: null }])
    await recordAudit(tx, {
      at: now,
      by,
      action: 'save-rate',
      subject: 'words',
      before: { [key]: before },
      after: { [key]: after },
    })
    invalidate([wordsTag])
  })
}
