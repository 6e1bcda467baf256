import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { type NewEntry, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import type { GoodsTax } from '#shop/values/gst/goods-rates.ts'
import { formatDay, kolkataDay } from '#shop/values/kolkata-time.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { detailsSchema, rateSchema, type TypedDetails } from './shop/details.schema.ts'
import { sampleDetailsIn } from './shop/sample-details.ts'
import {
  detailKey,
  earlierRegistration,
  rateKey,
  rateText,
  typedDetails,
} from './shop/typed-details.ts'
import { readWords, saveWords, wordsChanged } from './words.store.server.ts'
import { allWords, openedKey, ownPagePattern } from './words.ts'

const keys = [...allWords.keys()]
/** Saved at once. */
const maxOwnPages = 200

const wordSchema = z
  .object({
    key: z
      .union([z.enum(keys), z.string().regex(ownPagePattern)])
      .describe('A word, or the path of an own page: `occasions/birthday`'),
    text: textSchema(2000, 'At most 2000 characters'),
    image: z.string().max(200).default('').describe('The address of an uploaded picture'),
  })
  .refine(({ key, image }) => image === '' || allWords.get(key)?.hasPicture, {
    path: ['image'],
    message: 'Here is no place for a picture',
  })

const ofWords = {
  method: 'POST',
  tag: 'Storefront',
  access: 'edit-words',
  response: messageSchema,
} as const

const saveWordsEndpoint = endpoint({
  ...ofWords,
  path: '/words',
  summary: 'Change what the shop says about itself',
  description:
    'Words that are left out stay as they are. An empty text is not shown. 422 for a picture that is not in the shop.',
  body: z.object({
    words: z
      .array(wordSchema)
      .min(1)
      .max(keys.length + maxOwnPages)
      .refine((said) => new Set(said.map(({ key }) => key)).size === said.length, 'Each only once'),
  }),
})

const saveDetailsEndpoint = endpoint({
  ...ofWords,
  path: '/shop',
  summary: 'Change who the shop is',
  description:
    'Pages, mails and new papers say it at once; the late scale counts for what is delivered from then on, and a registration from `gstFrom` on. 422 for a day that is over, and for what is the sample’s, in a shop where money moves.',
  body: detailsSchema,
})

const ratePath = '/shop/rates'
const rateDescription =
  'By category and day; the day is one to come: what is charged until then stays. 422 for today and the past.'

const saveRateEndpoint = endpoint({
  ...ofWords,
  path: ratePath,
  summary: 'Change how a category is taxed from a day on',
  description: rateDescription,
  body: rateSchema,
})

const takeRateBackEndpoint = endpoint({
  ...ofWords,
  path: `${ratePath}/take-back`,
  summary: 'Withdraw a rate that does not hold yet',
  description: rateDescription,
  body: rateSchema.pick({ category: true, from: true }),
})

export type SaveWords = typeof saveWordsEndpoint
export type SaveDetails = typeof saveDetailsEndpoint
export type SaveRate = typeof saveRateEndpoint
export type TakeRateBack = typeof takeRateBackEndpoint

export function serveWords(api: Api, shop: AppContext) {
  const { db, clock, cacheInvalidation } = shop

  api.serve(saveWordsEndpoint, async ({ body: { words } }, { caller: by }) => {
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
      invalidate([wordsChanged])
    })
    return { message: 'Saved. The pages show it now.' }
  })

  api.serve(saveDetailsEndpoint, async ({ body: details }, { caller }) => {
    await saveDetails(shop, { by: caller, details })
    return { message: 'Saved. Pages, mails and new papers say it now.' }
  })

  api.serve(saveRateEndpoint, async ({ body: { hsn, gstPercent, ...rate } }, { caller }) => {
    await saveRate(shop, caller, rate, { hsn, gstPercent: Number(gstPercent) })
    return { message: `Saved. It holds from ${formatDay(rate.from)}.` }
  })

  api.serve(takeRateBackEndpoint, async ({ body: rate }, { caller }) => {
    await saveRate(shop, caller, rate, null)
    return { message: 'Taken back.' }
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

/**
 * Changes who the shop is; pages, mails and new papers say it at once.
 *
 * @throws AppError invalid for what is the sample's in a shop where money moves, and for a day that is over
 */
async function saveDetails(
  context: AppContext,
  { by, details }: { by: Caller; details: TypedDetails },
) {
  const { shop } = context
  const samples = shop.isSample ? [] : sampleDetailsIn(details)
  if (samples.length > 0) {
    const sentence = 'This is the sample’s. Please enter your own.'
    const errors = Object.fromEntries(samples.map((name) => [name, sentence]))
    throw new AppError('invalid', sentence, { errors })
  }
  const today = kolkataDay(context.clock.now())
  if (details.gstFrom && details.gstFrom < today) {
    throw fieldError('invalid', 'gstFrom', 'A registration changes today or on a day to come.')
  }
  const earlier = details.gstFrom > today ? [earlierRegistration(shop)] : []
  const before = Object.entries(typedDetails(shop))
  const after = new Map(Object.entries(details))
  const changed = before.filter(([name, text]) => after.get(name) !== text)
  if (changed.length === 0) return
  const typed = [...after].map(([name, text]) => ({ key: detailKey(name), text, pictureId: null }))
  await saveTexts(context, [...typed, ...earlier], {
    by,
    action: 'save-shop',
    before: Object.fromEntries(changed),
    after: Object.fromEntries(changed.map(([name]) => [name, after.get(name)])),
  })
}

/** Ends the owner's checklist. */
export async function openShop(context: AppContext, by: Caller) {
  if (context.shop.isOpen) return
  const row = { key: openedKey, text: kolkataDay(context.clock.now()), pictureId: null }
  await saveTexts(context, [row], { by, action: 'open-shop' })
}

/**
 * Changes how a category is taxed from a day on, 'YYYY-MM-DD'. What is charged before stays.
 *
 * @param tax null takes back what was said for this day
 * @throws AppError invalid for today or a day in the past
 */
async function saveRate(
  context: AppContext,
  by: Caller,
  rate: { category: string; from: string },
  tax: GoodsTax | null,
) {
  if (rate.from <= kolkataDay(context.clock.now())) {
    throw fieldError('invalid', 'from', 'A rate changes on a day to come.')
  }
  const key = rateKey(rate)
  const before = context.words.current().get(key)?.text ?? ''
  const after = rateText(tax)
  if (before === after) return
  await saveTexts(context, [{ key, text: after, pictureId: null }], {
    by,
    action: 'save-rate',
    before: { [key]: before },
    after: { [key]: after },
  })
}

async function saveTexts(
  { db, clock, cacheInvalidation }: AppContext,
  rows: Parameters<typeof saveWords>[1],
  entry: Omit<NewEntry, 'at'>,
) {
  await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    await saveWords(tx, rows)
    await recordAudit(tx, { ...entry, at: clock.now(), subject: 'words' })
    invalidate([wordsChanged])
  })
}
