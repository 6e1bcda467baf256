import { z } from 'zod'
import { pictureSchema } from '#shop/pictures/picture.schema.ts'
import { shortWeekdays } from '#shop/values/kolkata-time.ts'
import { rupeesSchema, textSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'
import { tidyLine } from '#shop/values/typed/typed-text.ts'
import { kilos, noWeight } from '#shop/values/weight.ts'
import { allergens } from './food/food-facts.ts'
import { maxTypedLength, nameError, tooLongSentence } from './icing/name-error.ts'
import { normaliseName } from './icing/name-on-cake.ts'

const listed = allergens.join(', ')

/** Of `what`: each group once, in the order of a label. */
const groupsOf = (what: string) =>
  z
    .array(z.enum(allergens, `${what}: only ${listed}`), `${what} must be a list`)
    .overwrite((sent) => allergens.filter((one) => sent.includes(one)))

/** Each field of the food facts, as `FoodFacts` has them. */
export const foodFields = {
  ingredients: textSchema(2000, 'The ingredients must be at most 2000 characters'),
  contains: groupsOf('Contains')
    .nullable()
    .describe('Null until the owner has said it; then nobody may read it as none'),
  mayContain: groupsOf('May contain'),
  keeping: textSchema(200, 'Best before and keeping must be at most 200 characters'),
  madeByFssai: typedEntry('The licence number must be text')
    .regex(/^(\d{14})?$/, 'A licence number has 14 digits')
    .describe('The licence of who makes it; empty if the shop does'),
}

interface Bounds {
  min: number
  max: number
  tooLow?: string
}

/** A whole number; `what` begins the sentences. */
export const wholeOf = (what: string, { min, max, tooLow = `must be at least ${min}` }: Bounds) =>
  z
    .number(`${what} must be a whole number`)
    .multipleOf(1, `${what} must be a whole number`)
    .min(min, `${what} ${tooLow}`)
    .max(max, `${what} can be at most ${max}`)

const pieces = (what: string) =>
  wholeOf(what, { min: 1, max: 100_000, tooLow: 'must be at least 1, or nothing' }).nullable()

const day = z.iso.date('Write the day as 2026-12-31').nullable()

/** Each field of `CakeDays`. */
export const dayFields = {
  piecesADay: pieces('The pieces a day').describe('Null: any number'),
  piecesInAll: pieces('The pieces in all').describe('From the first to the last day'),
  fromDay: day.describe('The first day on which it is delivered'),
  untilDay: day.describe('The last'),
  weekdays: z
    .array(z.enum(shortWeekdays, 'Write weekdays as Fri, Sat'))
    .overwrite((sent) => shortWeekdays.filter((one) => sent.includes(one)))
    .describe('On which it is delivered; empty: all'),
  zones: z
    .array(z.string().overwrite(tidyLine).max(60, 'Zones: each at most 60 characters'))
    .max(200, 'Zones: at most 200')
    .nullable()
    .describe(
      'Names of the zones that it travels to; empty: it is only picked up; null: everywhere',
    ),
}

/** A cake's identity, also in its page's address: letters, digits, '-' and '_'. */
export const cakeIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Not the id of a cake')

const priceSchema = rupeesSchema.positive().max(1_000_000)
const wordsSchema = z.string().trim().min(1)

const ratingSchema = z.object({
  /** 1 to 5, to a tenth. */
  average: z.number(),
  count: z.int(),
  /** The newest that say something. */
  newest: z.array(
    z.object({
      stars: z.int(),
      words: z.string(),
      /** The id of a picture. */
      picture: z.string().nullable(),
      /** 'Asha, Indiranagar, Nov 2026' */
      by: z.string(),
      /** '1 kg, eggless' */
      about: z.string(),
      /** The shop's; '' for none. */
      answer: z.string(),
    }),
  ),
})

/** The shown reviews of those who got a cake. */
export type Rating = z.infer<typeof ratingSchema>

/** A cake as the API returns it and the pages show it. */
export const cakeSchema = z.object({
  _id: cakeIdSchema,
  id: cakeIdSchema,
  name: wordsSchema.max(120),
  image: z.array(z.string().min(1)),
  /** Rupees per kg, or per piece in the category 'pestry'. */
  price: priceSchema,
  category: wordsSchema.max(60),
  /** Of an extra its kinds; one that is '' where it has none. */
  flavours: z.array(z.string().trim().max(60)).min(1).max(30),
  /** What it is given for: 'Birthday'. */
  occasions: z.array(wordsSchema.max(60)).max(20),
  /** The weights it is sold in, kg as text: '0.5'; of an extra '0'. */
  weight: z
    .array(
      z
        .string()
        .refine((wt) => kilos(wt) !== null || wt === noWeight, 'Weight must be a number of kg'),
    )
    .min(1)
    .max(20),
  egg: z.enum(['Egg', 'Eggless']),
  /** What else is chosen, one choice an entry: 'Shape: Round, Heart +100'. */
  choices: z.array(z.string().max(600)).max(6),
  featured: z.boolean(),
  /** How many can be ordered at once. */
  stock: z.int().min(1).max(9999),
  /** Hours from the order until it can leave; 0 is at once. */
  leadHours: z.int().min(0).max(336),
  /** Work of the kitchen for each cake, in minutes; 0 where it is unknown. */
  workMinutes: z.int().min(0).max(1440),
  /** Besides, minutes for each kg, or each piece in the category 'pestry'. */
  minutesPerKg: z.int().min(0).max(1440),
  ...dayFields,
  description: z.string().max(4000),
  ...foodFields,
  /** 0 to 5 in half steps. Of a sample its owner says them, and `reviews`; of other cakes their customers do. */
  stars: z.number().min(0).max(5).multipleOf(0.5),
  reviews: z.array(z.string().max(2000)),
  /** Left out while no review is shown. */
  rating: ratingSchema.optional(),
  /** A real earlier price in rupees that an admin has set; null when there is none. */
  earlierPrice: priceSchema.nullable(),
  /** One for each of `image`, in the same order. */
  pictures: z.array(pictureSchema),
  availability: z
    .object({ text: z.string(), nextDay: z.string().nullable() })
    .optional()
    .describe('When it can be had next; left out if it can be had by its lead hours'),
})

export type Cake = z.infer<typeof cakeSchema>
export type Egg = Cake['egg']

/** A cake as its card shows it. */
export const cakeSummarySchema = cakeSchema
  .pick({
    id: true,
    name: true,
    category: true,
    price: true,
    weight: true,
    egg: true,
    stars: true,
    description: true,
    pictures: true,
    availability: true,
  })
  .extend({ rating: ratingSchema.omit({ newest: true }).optional() })

export type CakeSummary = z.infer<typeof cakeSummarySchema>

/** Only its first picture. The description is '' unless `isDescribed`: only the list view shows it. */
export function toCakeSummary(cake: Cake, { isDescribed = false } = {}): CakeSummary {
  const { id, name, category, price, weight, egg, stars, pictures, availability, rating } = cake
  return {
    id,
    name,
    category,
    price,
    weight,
    egg,
    stars,
    description: isDescribed ? cake.description : '',
    pictures: pictures.slice(0, 1),
    availability,
    ...(rating && { rating: { average: rating.average, count: rating.count } }),
  }
}

/** A name on a cake, tidied; '' for none. */
export const nameOnCakeSchema = z
  .string()
  // Marks in the wrong order are sorted: long texts would take very long.
  .max(maxTypedLength, { error: tooLongSentence, abort: true })
  .overwrite(normaliseName)
  .refine((name) => nameError(name) === null, {
    error: ({ input }) => nameError(String(input)) ?? undefined,
  })
