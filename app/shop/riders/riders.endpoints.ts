import { z } from 'zod'
import { endpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import {
  failReasons,
  fulfilmentStatuses,
  receivers,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import {
  doorMoneySchema,
  paidBySchema,
  waiveReasonSchema,
} from '#shop/orders/money/door-money.schema.ts'
import { maxPictureBytes } from '#shop/pictures/picture-file.ts'
import { rupeesSchema } from '#shop/values/typed/rupees.schema.ts'
import { typedEntry } from '#shop/values/typed/typed-text.schema.ts'
import { newRunSchema } from './run.schema.ts'

const tag = 'Riders'

export const makeRunEndpoint = endpoint({
  method: 'POST',
  path: '/runs/make',
  tag,
  summary: 'Make a rider’s run of ready orders',
  description:
    'Sorted by pincode. The answer has the run’s link, which works until two hours after the last of their slots, or two hours from now if that is later. 409 for an order that is not ready, is picked up, or is in another run whose link works.',
  access: 'edit-orders',
  body: newRunSchema.extend({
    orders: z
      .array(orderIdSchema)
      .min(1, 'Please choose an order.')
      .max(50, 'At most 50 orders fit into a run.'),
  }),
  response: messageSchema.extend({ id: z.string(), link: z.string() }),
  problems: [404, 409],
})

export const leaveRunEndpoint = endpoint({
  method: 'POST',
  path: '/runs/leave',
  tag,
  summary: 'Take an order out of its run',
  description: 'It can be put into another one. 409 while it is out for delivery.',
  access: 'edit-orders',
  body: z.object({
    run: z.uuid('There is no such run.'),
    order: orderIdSchema,
  }),
  response: messageSchema,
  problems: [404, 409],
})

export const revokeRunEndpoint = endpoint({
  method: 'POST',
  path: '/runs/revoke',
  tag,
  summary: 'Make a run’s link useless',
  description: 'At once. Its orders can be put into another run. A second time changes nothing.',
  access: 'edit-orders',
  body: z.object({ run: z.uuid('There is no such run.') }),
  response: messageSchema,
  problems: [404],
})

export const moveStopEndpoint = endpoint({
  method: 'POST',
  path: '/runs/move',
  tag,
  summary: 'Say what happened to an order of a run',
  description:
    'For whoever has the run’s link. The same `id` again changes nothing. `deliver` needs who received it, and the code that sender and recipient have, or a photo that was stored since it is out; after five wrong codes only the photo is left. `deliver` also needs the money that is due, and `fail` the reason. A reference of UPI that another order has, or money that is not due: 409. 404 for a link that does not work, 409 when the order is not where the move begins.',
  access: 'anyone',
  body: z.object({
    token: z.string().max(200).describe('The token in the link'),
    order: orderIdSchema,
    id: z.uuid().describe('New for each move; kept where it is sent again'),
    move: z.enum(['dispatch', 'deliver', 'fail']),
    receiver: z.enum(receivers, 'Please say who received it.').optional(),
    code: typedEntry()
      .regex(/^(\d{4})?$/, 'The code has 4 digits.')
      .optional(),
    photo: z.literal(true).optional().describe('It was photographed at the door: no code'),
    reason: z.enum(failReasons, 'Please say what happened.').optional(),
    money: doorMoneySchema.optional().describe('What was taken, where something is due'),
  }),
  response: z.object({ fulfilment: z.enum(fulfilmentStatuses) }),
  problems: [404, 409],
})

export const doorPhotoEndpoint = uploadEndpoint({
  path: '/runs/photo',
  tag,
  summary: 'Store the photo of an order at the door',
  description:
    'For whoever has the run’s link, before the move that says it is delivered. Takes a JPEG, PNG, WebP or AVIF, recognised by its content, in place of an earlier one. The sender and staff see it, the recipient does not. It is deleted after 90 days. Changes nothing once the move with this `id` was made. 404 for a link that does not work, 409 when the order is not out for delivery, 415 for another kind of file, 422 for a damaged one.',
  access: 'anyone',
  query: z.object({
    token: z.string().max(200).describe('The token in the link'),
    order: orderIdSchema,
    id: z.uuid().describe('Of the move that is sent with it'),
  }),
  field: 'image',
  maxBytes: maxPictureBytes,
  response: messageSchema,
  problems: [404, 409],
})

export const waiveDoorMoneyEndpoint = endpoint({
  method: 'POST',
  path: '/orders/waive-cash',
  tag,
  summary: 'Waive what is due at the door',
  description:
    'All that is due, or what was short: its invoices are credited. A second time changes nothing. 403 beyond a manager’s limit, 409 where nothing is due.',
  access: 'refund',
  body: z.object({ order: orderIdSchema, reason: waiveReasonSchema }),
  response: messageSchema,
  problems: [404, 409],
})

export const doorMoneyEndpoint = endpoint({
  method: 'GET',
  path: '/orders/door-money',
  tag,
  summary: 'What is due when an order is handed over',
  description: 'At the door, or where it is picked up: by now, without what was waived or taken.',
  access: 'edit-orders',
  query: z.object({ order: orderIdSchema }),
  response: z.object({
    due: z.number().describe('Rupees; 0 where nothing is due'),
    upiLink: z.string().describe('What a UPI app opens to pay that'),
  }),
  problems: [404],
})

export const settleDoorMoneyEndpoint = endpoint({
  method: 'POST',
  path: '/orders/settle-cash',
  tag,
  summary: 'Settle what was short, or too much, at the door',
  description:
    'The rest of what was short was paid after all, or what was too much was given back, or what is due of an order that has arrived was paid: all of it, and once. 409 where nothing is open or another amount than this, and for a reference of UPI that another payment has.',
  access: 'edit-orders',
  body: paidBySchema.extend({
    order: orderIdSchema,
    amount: rupeesSchema
      .min(-1_000_000, 'is too much')
      .describe('Rupees that were short, or are due; below 0 what was too much'),
  }),
  response: messageSchema,
  problems: [404, 409],
})
