import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { cakeChanged } from '#shop/cakes/published-cakes.server.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { maxReasonLength, reasonMissing } from '../order-rules.ts'
import { maxReviewLetters } from './review.ts'
import { lockReview, saveReview } from './reviews.store.server.ts'

const judgeReviewEndpoint = endpoint({
  method: 'POST',
  path: '/reviews/judge',
  tag: 'Admin orders',
  summary: 'Show a review, or do not, and answer it',
  description:
    'The customer reads reason and answer on the page of their order; everybody reads the answer to one that is shown. 409 when the customer has changed it since `was`.',
  access: 'edit-orders',
  body: z.object({
    item: z.uuid('There is no such review.'),
    was: z.iso.datetime().describe('When it was written, as it was read'),
    isShown: z.boolean(),
    reason: textSchema(maxReasonLength).default('').describe('Why it is not shown'),
    answer: textSchema(maxReviewLetters).default(''),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type JudgeReview = typeof judgeReviewEndpoint

export function serveJudging(api: Api, { db, clock, cacheInvalidation }: AppContext) {
  api.serve(judgeReviewEndpoint, async ({ body }, { caller: by }) => {
    const { item, was, isShown, answer } = body
    const reason = isShown ? '' : body.reason
    if (!isShown && reason === '') throw reasonMissing()
    await cacheInvalidation.transaction(db, async (tx, invalidate) => {
      const review = await lockReview(tx, item)
      if (!review) throw new AppError('not_found', 'The customer has taken this review away.')
      if (review.writtenAt.getTime() !== Date.parse(was)) {
        throw new AppError('conflict', 'The customer has changed it. Please read it again.')
      }
      const state = isShown ? 'shown' : 'hidden'
      await saveReview(tx, { ...review, state, reason, answer })
      const after = { item, state, reason: reason || undefined }
      const { orderId } = review
      await recordAudit(tx, { at: clock.now(), by, action: 'judge-review', orderId, after })
      invalidate([cakeChanged({ id: review.cakeId })])
    })
    return { message: isShown ? 'Everybody can read it.' : 'It is not shown.' }
  })
}
