import { z } from 'zod'
import { nameOnCakeSchema } from '#shop/cakes/cake.schema.ts'
import { ownPicturePattern } from '#shop/pictures/picture-sizes.ts'
import { rupeesSchema, textSchema, typedEntry, typedText } from '#shop/values/typed/typed.schema.ts'
import { tidyLine } from '#shop/values/typed/typed-text.ts'
import { maxDetailLength, maxUploadedDesigns, normaliseKilos } from './custom-draft.ts'

const maxDesigns = maxUploadedDesigns + 1
const maxFlavourLength = 100
const minKilos = 0.5
const maxKilos = 20

/** Null where the caller does not say it: the kitchen then asks the customer. */
const eggSchema = z.enum(['Egg', 'Eggless']).nullable()

export const missingDesignMessage =
  'Add a picture, design the cake here, or describe it in Additional Details.'

function isValidWeight(wt: string): boolean {
  return /^\d{1,2}(\.\d{1,2})?$/.test(wt) && Number(wt) >= minKilos && Number(wt) <= maxKilos
}

export const detailSchema = textSchema(
  maxDetailLength,
  `Please keep it to ${maxDetailLength} characters`,
)

export const customRequestSchema = z
  .object({
    flavour: typedText(tidyLine)
      .min(1, 'Tell us the flavour')
      .max(maxFlavourLength, `Please keep it to ${maxFlavourLength} characters`),
    wt: typedText(normaliseKilos).refine(isValidWeight, {
      error: ({ input }) =>
        input === ''
          ? 'Tell us the weight in kg'
          : `Enter the weight in kg, from ${minKilos} to ${maxKilos}, like 1.5`,
    }),
    egg: eggSchema,
    bname: nameOnCakeSchema,
    detail: detailSchema,
    /** Addresses of pictures of this shop; the server sees to it that they are. */
    image: z.array(z.string()).max(maxDesigns, `At most ${maxDesigns} pictures for one cake`),
  })
  .refine(({ detail, image }) => detail !== '' || image.length > 0, {
    path: ['image'],
    error: missingDesignMessage,
    // Checked together with the fields.
    when: () => true,
  })

export type CustomRequest = z.output<typeof customRequestSchema>

/** The form's pictures are not among its fields. */
interface FormPictures {
  image: string[]
  /** Why the form waits for those that could not be sent; null when there are none. */
  failure: string | null
}

/** The request as the form sends it, which also requires a choice of egg. */
export function customFormSchemaFor({ image, failure }: FormPictures) {
  return z.preprocess(
    (fields: Record<keyof CustomRequest, string>) => ({
      ...fields,
      egg: fields.egg || null,
      image,
    }),
    customRequestSchema
      .refine(({ egg }) => egg !== null, {
        path: ['egg'],
        error: 'Choose Egg or Eggless',
        when: () => true,
      })
      .refine(() => failure === null, {
        path: ['image'],
        error: failure ?? undefined,
        when: () => true,
      }),
  )
}

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
