import { z } from 'zod'
import { nameOnCakeSchema } from '#shop/cakes/cake.schema.ts'
import { textSchema, typedText } from '#shop/values/typed/typed.schema.ts'
import { tidyLine } from '#shop/values/typed/typed-text.ts'
import { maxDetailLength, maxUploadedDesigns, normaliseKilos } from './custom-draft.ts'

const maxDesigns = maxUploadedDesigns + 1
const maxFlavourLength = 100
const minKilos = 0.5
const maxKilos = 20

/** Null where the caller does not say it: the kitchen then asks the customer. */
export const eggSchema = z.enum(['Egg', 'Eggless']).nullable()

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
