import { z } from 'zod'
import { endpoint, fileEndpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { orderChangeShape } from '#shop/orders/orders.endpoints.ts'
import { photoKinds } from '#shop/orders/photos/photo-kind.ts'
import { maxPictureBytes } from '#shop/pictures/picture-file.ts'
import { addressFields, optionalMobileSchema } from '#shop/values/india-address.schema.ts'

const tag = 'Tracking'
const token = z.string().min(1).max(200).describe('The last part of the link')
const byLink = z.object({ token })
/** A newer photo has a new address. */
const taken = z.string().max(40).optional().describe('Not looked at')
const kind = z
  .enum(photoKinds)
  .default('leaving')
  .describe('`leaving`: before it left; `door`: where it was handed over')
const deadLink = '404 for every link that does not work, and for that of somebody else.'

export const trackedPhotoEndpoint = fileEndpoint({
  path: '/track/photo',
  tag,
  summary: 'A photo of an order, by its sender’s link',
  description: deadLink,
  access: 'anyone',
  query: byLink.extend({ kind, taken }),
  types: ['image/webp'],
  problems: [404],
})

export const trackedInvoiceEndpoint = fileEndpoint({
  path: '/track/invoice',
  tag,
  summary: 'The invoice of an order as PDF, by its sender’s link',
  description: deadLink,
  access: 'anyone',
  query: byLink,
  types: ['application/pdf'],
  problems: [404],
})

export const trackedLiveEndpoint = fileEndpoint({
  path: '/track/live',
  tag,
  summary: 'That something happened to an order, as it happens, by a link',
  description:
    'Server-sent events named `change` without data, within about a second: read the page again. Ends when the link is revoked or the shop stops.',
  access: 'anyone',
  query: byLink,
  types: ['text/event-stream'],
  problems: [404, 409],
})

export const cancelTrackedEndpoint = endpoint({
  method: 'POST',
  path: '/track/cancel',
  tag,
  summary: 'Cancel an order by its sender’s link',
  description: `As its customer would, under the same rules. ${deadLink}`,
  access: 'anyone',
  body: byLink,
  response: messageSchema,
  problems: [404, 409],
})

export const changeTrackedEndpoint = endpoint({
  method: 'POST',
  path: '/track/change',
  tag,
  summary: 'Change an order by its sender’s link',
  description: `As its customer would by \`POST /orders/changeOrder\`, under the same rules. Repeating it changes nothing. ${deadLink}`,
  access: 'anyone',
  body: byLink.extend(orderChangeShape),
  response: messageSchema,
  problems: [404, 409],
})

export const reportProblemEndpoint = endpoint({
  method: 'POST',
  path: '/track/problem',
  tag,
  summary: 'Write to the shop about an order, by its sender’s link',
  description: `Stores the message as one of the contact page and emails it to the shop. ${deadLink}`,
  access: 'anyone',
  body: byLink.extend({
    message: z
      .string()
      .trim()
      .min(1, 'Please say what is wrong')
      .max(2000, 'A message can have at most 2000 characters'),
  }),
  response: messageSchema,
  problems: [404],
})

export const holdOrderEndpoint = endpoint({
  method: 'POST',
  path: '/track/hold',
  tag,
  summary: 'Hold an order whose photo is wrong, by its sender’s link',
  description: `Within 15 minutes of the photo and before the order has left, else 409. It does not leave until the baker lets it. Repeating it changes nothing. ${deadLink}`,
  access: 'anyone',
  body: byLink,
  response: messageSchema,
  problems: [404, 409],
})

/** Where an order goes; what is left out stays. */
const whereTo = {
  address: addressFields.address.optional().describe('Without pincode and city, which stay'),
  mobile: optionalMobileSchema
    .optional()
    .describe("Ten digits, +91 or 0 before them are taken off; '' for none"),
}

export const changeRecipientEndpoint = endpoint({
  method: 'POST',
  path: '/track/recipient',
  tag,
  summary: 'Complete address and mobile number, by the recipient’s link',
  description: `Until the kitchen begins; 409 afterwards. ${deadLink}`,
  access: 'anyone',
  body: byLink.extend(whereTo),
  response: messageSchema,
  problems: [404, 409],
})

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
  query: z.object({ order: orderIdSchema, kind, taken }),
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

export const changeWhereToEndpoint = endpoint({
  method: 'POST',
  path: '/orders/whereTo',
  tag,
  summary: 'Complete or correct where an order goes',
  description:
    'Within its pincode, and until it has arrived. For what was not known when the kitchen began.',
  access: 'edit-orders',
  body: z.object({ order: orderIdSchema, ...whereTo }),
  response: messageSchema,
  problems: [404, 409],
})

export const renewLinkEndpoint = endpoint({
  method: 'POST',
  path: '/orders/renewLink',
  tag,
  summary: 'Revoke an order’s tracking link and make a new one',
  description: 'Links that were given out before answer 404 from now on.',
  access: 'edit-orders',
  body: z.object({ order: orderIdSchema, audience: z.enum(['sender', 'recipient']) }),
  response: messageSchema,
  problems: [404],
})
