import { z } from 'zod'
import { nameOnCakeSchema } from '#shop/icing/name-on-cake.schema.ts'
import { maxDetailLength, maxUploadedDesigns, normaliseKilos } from './custom-request.ts'

const maxDesigns = maxUploadedDesigns + 1
const maxFlavourLength = 100
const minKilos = 0.5
const maxKilos = 20

export const missingDesignMessage =
  'Show us or tell us what you wish for: add a picture, design the cake here, or describe it in Additional Details.'

function isValidWeight(wt: string): boolean {
  return /^\d{1,2}(\.\d{1,2})?$/.test(wt) && Number(wt) >= minKilos && Number(wt) <= maxKilos
}

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** A request for a custom cake: one rule for the form and for the checkout call. */
export const customRequestSchema = z
  .object({
    flavour: z
      .string()
      .overwrite(oneLine)
      .min(1, 'Tell us the flavour')
      .max(maxFlavourLength, `A flavour can have ${maxFlavourLength} letters`),
    wt: z
      .string()
      .overwrite(normaliseKilos)
      .refine(isValidWeight, {
        error: ({ input }) =>
          input === ''
            ? 'Tell us the weight in kg'
            : `Give the weight in kg, from ${minKilos} to ${maxKilos}, such as 1.5`,
      }),
    bname: nameOnCakeSchema,
    detail: z
      .string()
      .trim()
      .max(maxDetailLength, `Please keep it to ${maxDetailLength} characters`),
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
