import { z } from 'zod'
import { endpoint, fileEndpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { photoQuery } from '#shop/handling/photos/photos.endpoints.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { orderChangeShape } from '#shop/orders/orders.endpoints.ts'
import { maxPictureBytes } from '#shop/pictures/picture-file.ts'
import { addressFields, optionalMobileSchema } from '#shop/values/india-address.schema.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { findOrderSchema } from './find/find-order.schema.ts'

const tag = 'Tracking'
const token = z.string().min(1).max(200).describe('The last part of the link')
const byLink = z.object({ token })
const deadLink = '404 for every link that does not work, and for that of somebody else.'

export const trackedPhotoEndpoint = fileEndpoint({
  path: '/track/photo',
  tag,
  summary: 'A photo of an order, by its sender’s link',
  description: deadLink,
  access: 'anyone',
  query: byLink.extend(photoQuery),
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

export const mailLinkEndpoint = endpoint({
  method: 'POST',
  path: '/track/mailLink',
  tag,
  summary: 'Mail the link of an order to its customer',
  description:
    'To the email of the order, if number and the customer’s mobile belong together. The answer is the same if they do not.',
  access: 'anyone',
  body: findOrderSchema,
  response: messageSchema,
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
  description: `Stores the message as one of the contact page, emails it to the shop, and adds it to the order’s history. ${deadLink}`,
  access: 'anyone',
  body: byLink.extend({
    message: textSchema(2000, 'A message can have at most 2000 characters').min(
      1,
      'Please say what is wrong',
    ),
  }),
  response: messageSchema,
  problems: [404],
})

export const problemPhotoEndpoint = uploadEndpoint({
  path: '/track/problemPhoto',
  tag,
  summary: 'Store a photo of what is wrong, by the sender’s link',
  description: `Before the message about it. Takes a JPEG, PNG, WebP or AVIF, recognised by its content, in place of an earlier one. Staff see it, and who has the link. It is deleted after 90 days. 415 for another kind of file, 422 for a damaged one. ${deadLink}`,
  access: 'anyone',
  query: byLink,
  field: 'image',
  maxBytes: maxPictureBytes,
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

/** The address and the recipient's number; what is left out stays. */
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
  description: `Until the kitchen begins; 409 afterwards. Who ordered is mailed that it changed, without the address. ${deadLink}`,
  access: 'anyone',
  body: byLink.extend(whereTo),
  response: messageSchema,
  problems: [404, 409],
})

export const changeWhereToEndpoint = endpoint({
  method: 'POST',
  path: '/orders/whereTo',
  tag,
  summary: 'Complete or correct where an order goes',
  description:
    'Within its pincode, and until it has arrived. For what was not known when the kitchen began. Who ordered is mailed.',
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

/** The calls that forms of tracking pages send: each takes the link's token beside the form's fields. */
export type FormCall =
  | typeof cancelTrackedEndpoint
  | typeof changeRecipientEndpoint
  | typeof changeTrackedEndpoint
  | typeof holdOrderEndpoint
  | typeof reportProblemEndpoint
