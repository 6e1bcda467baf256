import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { storePhoto } from '#shop/handling/photos/order-photos.server.ts'
import { requireTracked, tokenSchema } from '#shop/orders/links/tracking-link.server.ts'
import { customerActor, lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { maxPictureBytes } from '#shop/pictures/picture-file.ts'
import { wishNames } from '#shop/storefront/inbox/conversation.ts'
import {
  knownConversation,
  receiveMessage,
  replyTo,
  writtenSchema,
} from '#shop/storefront/inbox/messages.server.ts'

const reportProblemEndpoint = endpoint({
  method: 'POST',
  path: '/orders/report',
  tag: 'Tracking',
  summary: 'Write to the shop about an order, by its sender’s link',
  description:
    'Stores the message as one of the contact page, or adds it to a conversation, emails it to the shop, and adds it to the order’s history. 404 for every link that does not work, and for that of somebody else.',
  access: 'anyone',
  body: z.object({
    token: tokenSchema,
    message: writtenSchema.min(1, 'Please write something'),
    wish: z.enum(wishNames).optional().describe('What the customer wishes for'),
    reply: z.object(knownConversation).optional().describe('Left out for something new'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

const problemPhotoEndpoint = uploadEndpoint({
  path: '/orders/reportPhoto',
  tag: 'Tracking',
  summary: 'Store a photo of what is wrong, by the sender’s link',
  description:
    'Before the message about it. Takes a JPEG, PNG, WebP or AVIF, recognised by its content, in place of an earlier one. Staff see it, and who has the link. It is deleted after 90 days. 415 for another kind of file, 422 for a damaged one. 404 for every link that does not work, and for that of somebody else.',
  access: 'anyone',
  query: z.object({ token: tokenSchema }),
  field: 'image',
  maxBytes: maxPictureBytes,
  response: messageSchema,
  problems: [404],
})

export type ReportProblem = typeof reportProblemEndpoint
export type ProblemPhoto = typeof problemPhotoEndpoint

export function serveProblems(api: Api, shop: AppContext) {
  api.serve(reportProblemEndpoint, async ({ body: { token, message, wish, reply } }) => {
    const { order } = await requireTracked(shop, token, 'sender')
    const { id: orderId, customerName: username, customerEmail: Email } = order
    await shop.limiter.attempt('report-problem', orderId)
    if (reply) {
      const by = customerActor(order)
      await replyTo(shop, { ...reply, message, by, fromShop: false, orderId })
    } else await receiveMessage(shop, { username, Email, Message: message }, order, wish)
    return { message: 'Thank you. We have your message, and answer here.' }
  })

  api.serveUpload(problemPhotoEndpoint, async ({ file: { bytes }, query: { token } }) => {
    // First, because encoding a photo costs far more.
    const { order } = await requireTracked(shop, token, 'sender')
    await shop.limiter.attempt('problem-photo', order.id)
    await storePhoto(shop, {
      orderId: order.id,
      kind: 'problem',
      bytes,
      by: customerActor(order),
      async isWanted(tx) {
        await lockPlacedOrder(tx, order.id)
        return true
      },
    })
    return { message: 'Photo saved.' }
  })
}
