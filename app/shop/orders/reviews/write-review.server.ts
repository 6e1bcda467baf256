import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { cakeChanged } from '#shop/cakes/published-cakes.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { formatDate } from '#shop/values/kolkata-time.ts'
import { greetedName } from '#shop/values/typed/person-name.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { requireTracked, tokenSchema } from '../links/tracking-link.server.ts'
import type { Order } from '../order.ts'
import { customerActor, lockPlacedOrder } from '../orders.store.server.ts'
import { aboutItem, maxReviewLetters, reviewableItems } from './review.ts'
import { areaOf, deleteReview, lockReview, saveReview } from './reviews.store.server.ts'

const reviewSchema = z.object({
  stars: z.int('Choose the stars').min(1, 'Choose the stars').max(5),
  words: textSchema(maxReviewLetters).default(''),
  image: z
    .string()
    .max(200)
    .nullable()
    .default(null)
    .describe('The address of an uploaded picture, or null'),
})

const writeReviewEndpoint = endpoint({
  method: 'POST',
  path: '/orders/review',
  tag: 'Tracking',
  summary: 'Review a cake that has arrived, by the sender’s link of its order',
  description:
    'One for each item with a cake of the catalogue, in place of an earlier one, as long as the link works. It is public once the shop has looked at it. 409 for what has not arrived. 404 for every link that does not work, and for that of somebody else.',
  access: 'anyone',
  body: z.object({
    token: tokenSchema,
    item: z.uuid('There is no such item.'),
    review: reviewSchema.nullable().describe('null takes it away'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type WriteReview = typeof writeReviewEndpoint

export function serveReviews(api: Api, shop: AppContext) {
  api.serve(writeReviewEndpoint, async ({ body: { token, item, review } }) => {
    const { order } = await requireTracked(shop, token, 'sender')
    await shop.limiter.attempt('change-tracked', order.id)
    await writeReview(shop, order.id, item, review)
    return { message: review ? 'Thank you! We read it and then show it.' : 'It is taken away.' }
  })
}

/** @throws AppError conflict if it has not arrived; invalid if the picture is gone */
async function writeReview(
  shop: AppContext,
  orderId: string,
  itemId: string,
  review: z.output<typeof reviewSchema> | null,
) {
  const { db, clock, cacheInvalidation } = shop
  await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    const order = await lockPlacedOrder(tx, orderId)
    const former = await lockReview(tx, itemId)
    const at = clock.now()
    if (review) {
      const { stars, words, image } = review
      const item = reviewableItems(order).find(({ id }) => id === itemId)
      if (!item?.cakeId)
        throw new AppError('conflict', 'You can review a cake once it is with you.')
      const said = { stars, words, pictureId: image && (await keepPicture(tx, image, at)) }
      const shown = { by: byText(order, await areaOf(tx, orderId)), about: aboutItem(item) }
      const fresh = { writtenAt: at, state: 'waiting', reason: '', answer: '' } as const
      await saveReview(tx, { itemId, orderId, cakeId: item.cakeId, ...said, ...shown, ...fresh })
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
function byText(
  { customerName, address, isPickup, arrivedAt, deliveryAt }: Order,
  area: string | null,
): string {
  const place = isPickup ? '' : (area ?? splitAddress(address)?.city.trim())
  const name = greetedName(customerName).trim() || 'A customer'
  return [name, place, formatDate(arrivedAt ?? deliveryAt).replace(/^\d+ /, '')]
    .filter(Boolean)
    .join(', ')
}
