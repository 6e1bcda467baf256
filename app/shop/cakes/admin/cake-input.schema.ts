import { z } from 'zod'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { textSchema, typedText } from '#shop/values/typed/typed-text.schema.ts'
import { tidyLine } from '#shop/values/typed/typed-text.ts'
import { parseWeight } from '#shop/values/typed/typed-weight.ts'
import { kilos } from '#shop/values/weight.ts'
import { unknownWork } from '../cake-work.ts'
import { toCategory } from '../category.ts'
import { foodFields } from '../food/food-facts.schema.ts'
import { type Allergen, nothingSaid, withEgg } from '../food/food-facts.ts'

export const maxCakePictures = 10

const earlierSentence =
  'The earlier price must be higher than the price. Leave it empty if there was none'

/** A line of text; `what` begins the sentences. */
function lineOf(what: string, maxLength: number) {
  return typedText(tidyLine, `${what} is required`)
    .min(1, `${what} is required`)
    .max(maxLength, `${what} must be at most ${maxLength} characters`)
}

/** A list of lines, without empty ones and duplicates (in any case). */
function linesOf(what: string, { maxLines, maxLength }: { maxLines: number; maxLength: number }) {
  return z
    .array(z.string(), { error: `${what} must be a list` })
    .overwrite((lines) => once(lines.map(tidyLine)))
    .max(maxLines, `${what}: at most ${maxLines}`)
    .refine(
      (lines) => lines.every((line) => line.length <= maxLength),
      `${what}: each at most ${maxLength} characters`,
    )
}

function once(lines: string[]): string[] {
  const seen = new Set([''])
  return lines.filter((line) => seen.size < seen.add(line.toLowerCase()).size)
}

/** At least a paisa: less would be stored as nothing. */
function rupeesOf(what: string) {
  return z
    .number({ error: `${what} must be an amount in rupees` })
    .min(0.01, `${what} must be more than ₹0`)
    .max(1_000_000, `${what} must be at most ₹10,00,000`)
    .multipleOf(0.01, `${what} can have at most two decimals, such as 849.50`)
}

/** One spelling for each weight. Other text stays as it is, for the message. */
const normaliseWeight = (text: string) => parseWeight(text) ?? tidyEntry(text)

const weights = z
  .array(z.string(), { error: 'Add at least one weight, in kg' })
  .overwrite((texts) => once(texts.map(normaliseWeight)))
  .min(1, 'Add at least one weight, in kg')
  .max(20, 'Weights: at most 20')
  .superRefine((texts, { addIssue }) => {
    const wrong = texts.find((text) => kilos(text) === null)
    if (wrong !== undefined)
      addIssue(`“${wrong}” is not a weight. Enter the kilograms as a number, such as 0.5`)
  })

export const noPicture = 'Add at least one picture'

const images = z
  .union([z.string(), z.array(z.string())], { error: noPicture })
  .transform((sent) => (sent === '' ? [] : [sent].flat()))
  .pipe(
    z
      .array(z.string())
      .max(maxCakePictures, `Pictures: at most ${maxCakePictures}`)
      .refine(
        (addresses) => addresses.every((address) => pictureIdFromPath(address) !== null),
        'Upload the picture first, and send the address from the response',
      )
      .refine(
        (addresses) => new Set(addresses.map(pictureIdFromPath)).size === addresses.length,
        'The same picture is added twice. Remove one.',
      ),
  )

/** A whole number of 0 and more; `what` begins the sentences. */
function countOf(what: string, max: number) {
  return z
    .number({ error: `${what} must be a whole number` })
    .multipleOf(1, `${what} must be a whole number`)
    .min(0, `${what} cannot be less than 0`)
    .max(max, `${what} can be at most ${max}`)
}

/** Units are those of `cakeSchema`. */
const fields = {
  name: lineOf('Name', 120),
  price: rupeesOf('The price'),
  flavours: linesOf('Flavours', { maxLines: 30, maxLength: 60 }).min(1, 'Add at least one flavour'),
  occasions: linesOf('Occasions', { maxLines: 20, maxLength: 60 }),
  weight: weights,
  /** Addresses from the upload's response, one or several; the first is on the card. */
  image: images,
  egg: z.enum(['Egg', 'Eggless'], { error: 'Choose Egg or Eggless' }),
  description: textSchema(4000, 'The description must be at most 4000 characters'),
  ...foodFields,
  category: lineOf('Category', 60).overwrite(toCategory),
  featured: z.boolean(),
  stars: z
    .number({ error: 'Stars must be a number' })
    .min(0, 'Stars must be from 0 to 5')
    .max(5, 'Stars must be from 0 to 5')
    .multipleOf(0.5, 'Stars must be in steps of 0.5, such as 4.5'),
  reviews: linesOf('Reviews', { maxLines: 100, maxLength: 2000 }),
  stock: z
    .number({ error: 'The maximum per order must be a whole number' })
    .multipleOf(1, 'The maximum per order must be a whole number')
    .min(1, 'The maximum per order must be at least 1')
    .max(9999, 'The maximum per order can be at most 9999'),
  leadHours: countOf('The hours', 336),
  workMinutes: countOf('The minutes', 1440),
  minutesPerKg: countOf('The minutes', 1440),
  /** Higher than the price; null when there was none. */
  earlierPrice: rupeesOf('The earlier price').nullable(),
  /** What each picture shows, in the order of `image`; '' where the name says enough. */
  alts: z
    .array(textSchema(200, 'A picture’s description must be at most 200 characters'))
    .max(maxCakePictures, `At most ${maxCakePictures} picture descriptions`),
  hidden: z.boolean(),
}

interface Related {
  price: number
  earlierPrice: number | null
  egg: string
  contains: Allergen[] | null
  mayContain: Allergen[]
}

/** Where fields contradict each other: the one to change, and why. */
export function contradictionsOf({ price, earlierPrice, egg, contains, mayContain }: Related) {
  const isEggWrong = egg === 'Eggless' && contains?.includes('egg')
  return [
    earlierPrice !== null && earlierPrice <= price && ['earlierPrice', earlierSentence],
    isEggWrong && ['contains', 'An eggless cake cannot contain egg. Untick egg, or choose Egg'],
    contains === null && mayContain.length > 0 && ['contains', 'Say first what it contains'],
  ].filter((each): each is [string, string] => Boolean(each))
}

export const cakeDefaults = {
  description: '',
  featured: false,
  occasions: [] as string[],
  stars: 0,
  reviews: [] as string[],
  stock: 10,
  ...unknownWork,
  ...nothingSaid,
  earlierPrice: null,
  alts: [] as string[],
  hidden: false,
}

/** A cake from the form, the API or an import. */
export const cakeInputSchema = z
  .object({
    ...fields,
    description: fields.description.default(cakeDefaults.description),
    featured: fields.featured.default(cakeDefaults.featured),
    occasions: fields.occasions.default(cakeDefaults.occasions),
    stars: fields.stars.default(cakeDefaults.stars),
    reviews: fields.reviews.default(cakeDefaults.reviews),
    stock: fields.stock.default(cakeDefaults.stock),
    leadHours: fields.leadHours.default(cakeDefaults.leadHours),
    workMinutes: fields.workMinutes.default(cakeDefaults.workMinutes),
    minutesPerKg: fields.minutesPerKg.default(cakeDefaults.minutesPerKg),
    ingredients: fields.ingredients.default(cakeDefaults.ingredients),
    contains: fields.contains.default(cakeDefaults.contains),
    mayContain: fields.mayContain.default(cakeDefaults.mayContain),
    keeping: fields.keeping.default(cakeDefaults.keeping),
    madeByFssai: fields.madeByFssai.default(cakeDefaults.madeByFssai),
    earlierPrice: fields.earlierPrice.default(cakeDefaults.earlierPrice),
    alts: fields.alts.default(cakeDefaults.alts),
    hidden: fields.hidden.default(cakeDefaults.hidden),
  })
  .refine(({ image, hidden }) => hidden || image.length > 0, {
    path: ['image'],
    error: noPicture,
    // Beside other errors too, but for those of `int`, which ends all checks: whole numbers are multiples of 1.
    when: ({ value }) => Array.isArray((value as { image?: unknown } | null)?.image),
  })
  .overwrite(withEgg)
  .superRefine((cake, { addIssue }) => {
    for (const [field, message] of contradictionsOf(cake))
      addIssue({ code: 'custom', message, path: [field] })
  })

/** Fields left out stay as they are. */
export const cakeChangesSchema = z.object(fields).partial()

export type CakeInput = z.input<typeof cakeInputSchema>
/** Validated: tidied, lists without duplicates, with every field. */
export type CheckedCake = z.output<typeof cakeInputSchema>
export type CakeChanges = z.output<typeof cakeChangesSchema>
