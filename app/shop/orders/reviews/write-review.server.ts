import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { cakeChanged } from '#shop/cakes/published-cakes.server.ts'
import { findOrderZone } from '#shop/delivery/delivery-plan.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { formatDate } from '#shop/values/kolkata-time.ts'
import { greetedName, textSchema } from '#shop/values/typed/typed.schema.ts'
import { requireTracked, tokenSchema } from '../links/tracking-link.server.ts'
import type { Order } from '../order.ts'
import { maxReasonLength, reasonMissing } from '../order-rules.ts'
import { customerActor, lockPlacedOrder } from '../orders.store.server.ts'
import { aboutItem, reviewableItems } from './review.ts'
import { deleteReview, lockReview, saveReview } from './reviews.store.server.ts'

const words = textSchema(1000).default('')
const item = z.uuid('There is no such item.')
const image = z.string().max(200).nullable().default(null).describe('Of an uploaded picture')
const stars = z.int('Choose the stars').min(1, 'Choose the stars').max(5)

const writtenSchema = z.object({
  token: tokenSchema,
  item,
  review: z.object({ stars, words, image }).nullable(),
})

const judgedSchema = z.object({
  ...{ item, was: z.iso.datetime(), isShown: z.boolean() },
  reason: textSchema(maxReasonLength).default('').describe('Why it is not shown'),
  answer: words,
})

const writeReviewEndpoint = endpoint({
  method: 'POST',
  path: '/orders/review',
  tag: 'Tracking',
  summary: 'Review a cake by the link of its order',
  description:
    'By the sender’s link, once it has arrived: one for each item with a cake of the catalogue, in place of an earlier one, as long as the link works; null takes it away. It is public once the shop has looked at it. 409 for what has not arrived. 404 for every link that does not work, and for that of somebody else.',
  access: 'anyone',
  body: writtenSchema,
  response: messageSchema,
  problems: [404, 409],
})

const judgeReviewEndpoint = endpoint({
  method: 'POST',
  path: '/reviews/judge',
  tag: 'Admin orders',
  summary: 'Show a review, or do not, and answer it',
  description:
    'The customer reads reason and answer on the page of their order; everybody reads the answer to one that is shown. 409 when the customer has changed it since `was`, when it was written.',
  access: 'edit-orders',
  body: judgedSchema,
  response: messageSchema,
  problems: [404, 409],
})

export type WriteReview = typeof writeReviewEndpoint
export type JudgeReview = typeof judgeReviewEndpoint
type Written = z.output<typeof writtenSchema>
type Judged = z.output<typeof judgedSchema>

export function serveReviews(api: Api, shop: AppContext) {
  api.serve(writeReviewEndpoint, async ({ body }) => {
    const { order } = await requireTracked(shop, body.token, 'sender')
    await shop.limiter.attempt('change-tracked', order.id)
    await writeReview(shop, order.id, body)
    const thanks = 'Thank you! We read it and then show it.'
    return { message: body.review ? thanks : 'It is taken away.' }
  })

  api.serve(judgeReviewEndpoint, async ({ body }, { caller }) => {
    await judgeReview(shop, caller, body)
    return { message: body.isShown ? 'Everybody can read it.' : 'It is not shown.' }
  })
}

/** @throws AppError conflict if it has not arrived; invalid if the picture is gone */
async function writeReview(shop: AppContext, orderId: string, { item: itemId, review }: Written) {
  const { db, clock, cacheInvalidation } = shop
  await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    const order = await lockPlacedOrder(tx, orderId)
    const former = await lockReview(tx, itemId)
    const at = clock.now()
    if (review) {
      const reviewed = reviewableItems(order).find(({ id }) => id === itemId)
      if (!reviewed?.cakeId) {
        throw new AppError('conflict', 'You can review a cake once it is with you.')
      }
      const { image: address, ...said } = review
      const pictureId = address && (await keepPicture(tx, address, at))
      const shown = { by: byText(shop, order), about: aboutItem(reviewed) }
      const fresh = { writtenAt: at, state: 'waiting', reason: '', answer: '' } as const
      const about = { itemId, orderId, cakeId: reviewed.cakeId, pictureId }
      await saveReview(tx, { ...about, ...said, ...shown, ...fresh })
    } else if (former?.orderId === orderId) await deleteReview(tx, itemId)
    else return
    const after = { item: itemId, stars: review?.stars ?? null }
    await recordAudit(tx, { at, by: customerActor(order), action: 'review-cake', orderId, after })
    if (former?.state === 'shown') invalidate([cakeChanged({ id: former.cakeId })])
  })
}

/** @returns its id @throws AppError invalid if it is gone */
async function keepPicture(tx: Database, address: string, at: Date): Promise<string> {
  const id = pictureIdFromPath(address)
  if (id && (await lockPictures(tx, [id], at)).length > 0) return id
  throw fieldError('invalid', 'image', 'The photo is gone. Please choose it again.')
}

/** 'Asha, Indiranagar, Nov 2026': the first name, the area or else the city, and the month of the delivery. */
function byText({ deliveryPlan }: AppContext, order: Order): string {
  const { customerName, address, isPickup, arrivedAt, deliveryAt } = order
  const area = findOrderZone(deliveryPlan.current(), order)?.name
  const place = isPickup ? '' : (area ?? splitAddress(address)?.city.trim())
  const name = greetedName(customerName).trim() || 'A customer'
  const month = formatDate(arrivedAt ?? deliveryAt).replace(/^\d+ /, '')
  return [name, place, month].filter(Boolean).join(', ')
}

/** @throws AppError not_found; conflict if its customer has changed it; invalid without a reason */
async function judgeReview({ db, clock, cacheInvalidation }: AppContext, by: Caller, body: Judged) {
  const { item: itemId, was, isShown, answer } = body
  const reason = isShown ? '' : body.reason
  if (!isShown && reason === '') throw reasonMissing()
  await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    const review = await lockReview(tx, itemId)
    if (!review) throw new AppError('not_found', 'The customer has taken this review away.')
    if (review.writtenAt.getTime() !== Date.parse(was)) {
      throw new AppError('conflict', 'The customer has changed it. Please read it again.')
    }
    const state = isShown ? 'shown' : 'hidden'
    await saveReview(tx, { ...review, state, reason, answer })
    const after = { item: itemId, state, reason: reason || undefined }
    const { orderId, cakeId: id } = review
    await recordAudit(tx, { at: clock.now(), by, action: 'judge-review', orderId, after })
    invalidate([cakeChanged({ id })])
  })
}
