import { z } from 'zod'
import { nameOnCakeSchema } from '#shop/cakes/cake.schema.ts'
import { addedLineSchema, detailSchema } from '#shop/cart/order-line.schema.ts'
import {
  giftFromSchema,
  giftMessageSchema,
  riderNoteSchema,
} from '#shop/orders/gift/gift.schema.ts'
import { maxReasonLength } from '#shop/orders/order-rules.ts'
import {
  addressFields,
  optionalMobileSchema,
  optionalStreetSchema,
} from '#shop/values/india-address.schema.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'

export const reasonSchema = textSchema(maxReasonLength)
  .default('')
  .describe('The shop’s, which the customer reads; a customer gives none')

/** Fields that are left out stay as they are. */
export const orderChangesSchema = z.object({
  recipientMobile: optionalMobileSchema.optional(),
  riderNote: riderNoteSchema.optional(),
  giftMessage: giftMessageSchema.optional(),
  giftFrom: giftFromSchema.optional(),
  address: z
    .object({ ...addressFields, address: optionalStreetSchema })
    .partial()
    .optional()
    .describe('Its parts that are left out stay. In another zone, which has its own fee and times'),
  time: z
    .string()
    .max(40)
    .optional()
    .describe('Another time, as in `POST /orders/process-payment`: of an open slot'),
  slot: z.uuid().optional().describe('The slot of `time`, where several contain it'),
  items: z
    .array(
      z.object({
        id: z.uuid(),
        bname: nameOnCakeSchema.optional().describe('The name on the cake'),
        detail: detailSchema.optional().describe('The note for the baker'),
        flavour: z.string().max(100).optional().describe('Another of the cake’s flavours'),
        wt: z.string().max(10).optional().describe('Another of the cake’s weights'),
        amount: z.coerce.number().int().min(1).max(1000).optional().describe('Pieces'),
      }),
    )
    .max(100)
    .optional(),
  added: z
    .array(addedLineSchema)
    .max(20)
    .optional()
    .describe('Ready-made cakes that the order gets besides, as `order` of a checkout has them'),
})

export type OrderChanges = z.output<typeof orderChangesSchema>
