import { z } from 'zod'
import { nameOnCakeSchema } from '#shop/cakes/cake.schema.ts'
import { ownPicturePattern } from '#shop/pictures/picture-sizes.ts'
import { rupeesSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'
import { customRequestSchema, detailSchema, eggSchema } from './custom-request.schema.ts'

/** Kilograms: '0.5', '1', '12.25'. */
const weightPattern = /^\d{1,2}(\.\d{1,3})?$/

/** The price is only compared with the catalogue's. */
const lineSchema = z.object({
  cakeid: z.string().max(100),
  flavour: z.string().max(100),
  wt: typedEntry().regex(weightPattern, 'must be a weight in kg'),
  egg: eggSchema
    .default(null)
    .describe(
      "Of a customised cake; null or left out: the shop asks the customer. Any other cake's is the catalogue's",
    ),
  chosen: z
    .array(z.string().max(200))
    .max(6)
    .default([])
    .describe('An option of each of the cake’s `choices`, such as `Shape: Heart +100`'),
  amount: z.number().int('must be a whole number').min(1, 'must be at least 1').max(1000),
  bname: nameOnCakeSchema
    .default('')
    .describe('The name on the cake: at most 60 characters, no emoji'),
  customize: z.boolean().default(false),
  detail: detailSchema.default('').describe('Of a ready-made cake: a note for the baker'),
  image: z
    .array(z.string().regex(ownPicturePattern, 'must be a picture of this shop'))
    .max(10)
    .default([]),
  price: rupeesSchema.min(0).describe('Rupees, as the cart shows it; 0 for a customised cake'),
})

export const orderLineSchema = lineSchema.transform((line, context) => {
  if (!line.customize) return line
  const { data: request, error } = customRequestSchema.safeParse(line)
  for (const { path, message } of error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message })
  }
  return request ? { ...line, ...request } : z.NEVER
})

/** A ready-made cake that is added to a placed order; `id` is its item's, made by the client, so that it is added once. */
export const addedLineSchema = lineSchema
  .omit({ egg: true, customize: true, image: true })
  .extend({ id: z.uuid() })

export type AddedLine = z.output<typeof addedLineSchema>
export type OrderLine = z.output<typeof orderLineSchema>
