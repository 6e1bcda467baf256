import { z } from 'zod'
import { endpoint, fileEndpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { photoKinds } from '#shop/orders/order-photo.ts'
import { maxPictureBytes } from '#shop/pictures/picture-file.ts'

const tag = 'Tracking'

export const photoQuery = {
  kind: z
    .enum(photoKinds)
    .default('leaving')
    .describe(
      '`leaving`: before it left; `door`: where it was handed over; `problem`: what its customer reported',
    ),
  /** Changes the URL when there is a newer photo. */
  taken: z.string().max(40).optional().describe('Not looked at'),
}

export const takePhotoEndpoint = uploadEndpoint({
  path: '/orders/photo',
  tag,
  summary: 'Store the photo of an order before it leaves',
  description:
    'Takes a JPEG, PNG, WebP or AVIF, recognised by its content, in place of an earlier photo. Its customer sees it by the tracking link. It is deleted after 90 days. 409 once the order has left or nothing of it is made, 415 for another kind of file, 422 for a damaged one.',
  access: 'prepare-items',
  query: z.object({ order: orderIdSchema }),
  field: 'image',
  maxBytes: maxPictureBytes,
  response: messageSchema,
  problems: [404, 409],
})

export const orderPhotoEndpoint = fileEndpoint({
  path: '/orders/photo',
  tag,
  summary: 'A photo of an order',
  description:
    'For its customer, and for staff who see orders. A photo of a try at the door that failed is for staff only. 403 for another’s order, 404 where there is none.',
  access: 'guest',
  query: z.object({ order: orderIdSchema, ...photoQuery }),
  types: ['image/webp'],
  problems: [403, 404],
})

export const releaseOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/release',
  tag,
  summary: 'Let an order leave that its sender has held',
  description: 'Repeating it changes nothing.',
  access: 'prepare-items',
  body: z.object({ order: orderIdSchema }),
  response: messageSchema,
  problems: [404],
})
