import { z } from 'zod'
import { nameOnCakeSchema } from '#shop/icing/name-on-cake.schema.ts'
import { maxDetailLength, maxUploadedDesigns, normaliseKilos } from './custom-request.ts'

const mostDesigns = maxUploadedDesigns + 1
const longestFlavour = 100
const leastKilos = 0.5
const mostKilos = 20

/** What there must be for the baker to go by. */
export const missingDesignMessage =
  'Show us or tell us what you wish for: add a picture, design the cake here, or describe it in Additional Details.'

function isWishedWeight(wt: string): boolean {
  return /^\d{1,2}(\.\d{1,2})?$/.test(wt) && Number(wt) >= leastKilos && Number(wt) <= mostKilos
}

const oneLine = (text: string) => text.replace(/\s+/gu, ' ').trim()

/** What a customer wishes of a customised cake, by one rule for the form and for the server's door. */
export const customRequestSchema = z
  .object({
    flavour: z
      .string()
      .overwrite(oneLine)
      .min(1, 'Tell us the flavour')
      .max(longestFlavour, `A flavour can have ${longestFlavour} letters`),
    wt: z
      .string()
      .overwrite(normaliseKilos)
      .refine(isWishedWeight, {
        error: ({ input }) =>
          input === ''
            ? 'Tell us the weight in kg'
            : `Give the weight in kg, from ${leastKilos} to ${mostKilos}, such as 1.5`,
      }),
    bname: nameOnCakeSchema,
    detail: z
      .string()
      .trim()
      .max(maxDetailLength, `Please keep it to ${maxDetailLength} characters`),
    /** Addresses of pictures of this shop; the server sees to it that they are. */
    image: z.array(z.string()).max(mostDesigns, `At most ${mostDesigns} pictures for one cake`),
  })
  .refine(({ detail, image }) => detail !== '' || image.length > 0, {
    path: ['image'],
    error: missingDesignMessage,
    // Told together with the faults of the fields.
    when: () => true,
  })

export type CustomRequest = z.output<typeof customRequestSchema>
