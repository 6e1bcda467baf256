import { z } from 'zod'
import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import { textSchema, typedText } from '#shop/values/typed/typed.schema.ts'
import { parseWeight } from '#shop/values/typed/typed-amount.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { tidyLine } from '#shop/values/typed/typed-text.ts'
import { kilos, noWeight } from '#shop/values/weight.ts'
import { type Cake, dayFields, foodFields, wholeOf } from '../cake.schema.ts'
import { anyDay } from '../cake-days.ts'
import { isExtra, toCategory } from '../cake-price.ts'
import { noWork, unknownWork } from '../cake-work.ts'
import { maxChoiceLength, parseChoice, tidyChoice } from '../choices.ts'
import { nothingSaid, withEgg } from '../food/food-facts.ts'

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
  .max(20, 'Weights: at most 20')
  .superRefine((texts, { addIssue }) => {
    const wrong = texts.find((text) => kilos(text) === null && text !== noWeight)
    if (wrong !== undefined) addIssue(wrongWeight(wrong))
  })

const wrongWeight = (text: string) =>
  `“${text}” is not a weight. Enter the kilograms as a number, such as 0.5`

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

const countOf = (what: string, max: number) =>
  wholeOf(what, { min: 0, max, tooLow: 'cannot be less than 0' })

/** Units are those of `cakeSchema`. */
const fields = {
  name: lineOf('Name', 120),
  price: rupeesOf('The price'),
  flavours: linesOf('Flavours', { maxLines: 30, maxLength: 60 }),
  occasions: linesOf('Occasions', { maxLines: 20, maxLength: 60 }),
  weight: weights,
  /** Addresses from the upload's response, one or several; the first is on the card. */
  image: images,
  egg: z.enum(['Egg', 'Eggless'], { error: 'Choose Egg or Eggless' }),
  choices: linesOf('Choices', { maxLines: 6, maxLength: maxChoiceLength })
    .overwrite((lines) => lines.map(tidyChoice))
    .superRefine((lines, { addIssue }) => {
      const names = lines.map((line) => parseChoice(line)?.name.toLowerCase())
      const wrong = names.indexOf(undefined)
      if (wrong !== -1)
        addIssue(`“${lines[wrong]}” is not a choice. Write it as Shape: Round, Heart +100`)
      else if (new Set(names).size < names.length) addIssue('Two choices have the same name')
    }),
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
  stock: wholeOf('The maximum per order', { min: 1, max: 9999 }),
  leadHours: countOf('The hours', 336),
  workMinutes: countOf('The minutes', 1440),
  minutesPerKg: countOf('The minutes', 1440),
  ...dayFields,
  /** Higher than the price; null when there was none. */
  earlierPrice: rupeesOf('The earlier price').nullable(),
  /** What each picture shows, in the order of `image`; '' where the name says enough. */
  alts: z
    .array(textSchema(200, 'A picture’s description must be at most 200 characters'))
    .max(maxCakePictures, `At most ${maxCakePictures} picture descriptions`),
  hidden: z.boolean(),
}

const sizesSchema = z.object({
  category: z.string(),
  flavours: z.array(z.string()),
  weight: z.array(z.string()),
})

type Sizes = z.output<typeof sizesSchema>

type Contradiction = [field: string, message: string]

/** What only an extra goes without: the fields that lack it, and the sentences. */
export function lackingIn({ category, flavours, weight }: Sizes): Contradiction[] {
  if (isExtra(category)) return []
  const lacking = [
    !flavours.some(Boolean) && ['flavours', 'Add at least one flavour'],
    weight.length === 0 && ['weight', 'Add at least one weight, in kg'],
    weight.includes(noWeight) && ['weight', wrongWeight(noWeight)],
  ]
  return lacking.filter((each): each is Contradiction => Boolean(each))
}

/** An extra with what every one has: no weight, no choices, no work, no days, and one kind if it says none. */
function asExtra<Any extends Sizes>(cake: Any): Any {
  if (!isExtra(cake.category)) return cake
  const flavours = cake.flavours.length > 0 ? cake.flavours : ['']
  const rest = { choices: [], featured: false, ...noWork, ...anyDay }
  return { ...cake, flavours, weight: [noWeight], ...rest }
}

type Related = Pick<
  Cake,
  'price' | 'earlierPrice' | 'egg' | 'contains' | 'mayContain' | 'fromDay' | 'untilDay'
>

/** Where fields contradict each other: the one to change, and why. */
export function contradictionsOf(cake: Related) {
  const { price, earlierPrice, egg, contains, mayContain, fromDay, untilDay } = cake
  const isEggWrong = egg === 'Eggless' && contains?.includes('egg')
  return [
    earlierPrice !== null && earlierPrice <= price && ['earlierPrice', earlierSentence],
    isEggWrong && ['contains', 'An eggless cake cannot contain egg. Untick egg, or choose Egg'],
    contains === null && mayContain.length > 0 && ['contains', 'Say first what it contains'],
    fromDay && untilDay && untilDay < fromDay && ['untilDay', 'Enter a day after the first'],
  ].filter((each): each is Contradiction => Boolean(each))
}

export const cakeDefaults = {
  description: '',
  featured: false,
  occasions: [] as string[],
  choices: [] as string[],
  stars: 0,
  reviews: [] as string[],
  stock: 10,
  ...unknownWork,
  ...anyDay,
  ...nothingSaid,
  earlierPrice: null,
  alts: [] as string[],
  hidden: false,
}

type DefaultName = keyof typeof cakeDefaults

const optionalFields = Object.fromEntries(
  Object.entries(cakeDefaults).map(([name, value]) => [
    name,
    (fields[name as DefaultName] as z.ZodType).default(value),
  ]),
) as unknown as { [Name in DefaultName]: z.ZodDefault<(typeof fields)[Name]> }

/** A cake from the form, the API or an import. */
export const cakeInputSchema = z
  .object({
    ...fields,
    ...optionalFields,
  })
  .refine(({ image, hidden }) => hidden || image.length > 0, {
    path: ['image'],
    error: noPicture,
    // Beside other errors too, but for those of `int`, which ends all checks: whole numbers are multiples of 1.
    when: ({ value }) => Array.isArray((value as { image?: unknown } | null)?.image),
  })
  .superRefine(
    (cake, { addIssue }) => {
      for (const [field, message] of lackingIn(cake))
        addIssue({ code: 'custom', message, path: [field] })
    },
    { when: ({ value }) => sizesSchema.safeParse(value).success },
  )
  .overwrite((cake) => asExtra(withEgg(cake)))
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

export type AdminCake = Cake & {
  /** Hidden cakes are not published: only the baker sees them. */
  hidden: boolean
  /** ISO 8601. A change sends it back, so that two people do not overwrite each other. */
  updatedAt: string
  /** The baker's own alts for each picture; '' where the name stands in for them. */
  alts: string[]
}

/** A category, and what a new cake of it starts to be had with. */
export type CategoryChoices = Pick<CheckedCake, 'category' | 'choices'>

/** The fields that the baker sets, and the id: what forms, files and the audit log have of a cake. */
export type CakeRecord = CheckedCake & { id: string }

export function toRecord(cake: AdminCake): CakeRecord {
  const { _id, pictures: _pictures, updatedAt: _updatedAt, ...record } = cake
  return record
}

/** The fields in which two cakes differ, before and after; null if there are none. */
export function changedFields(before: CakeRecord, after: CakeRecord) {
  const fields = (Object.keys(after) as (keyof CakeRecord)[]).filter(
    (field) => !isSameValue(before[field], after[field]),
  )
  if (fields.length === 0) return null
  const pick = (cake: CakeRecord) => Object.fromEntries(fields.map((field) => [field, cake[field]]))
  return { before: pick(before), after: pick(after) }
}

/** Whether two values of a field are the same: texts, numbers, or lists of texts. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((item, index) => item === other[index])
}

/** The cake with the changes applied. A picture that stays keeps its alt text, unless the changes set another. */
export function applyChanges(cake: AdminCake, changes: CakeChanges): AdminCake {
  const alts = new Map(cake.pictures.map(({ id }, index) => [id, cake.alts[index]]))
  const ids = (changes.image ?? cake.image).map((address) => pictureIdFromPath(address) ?? '')
  return {
    ...asExtra(withEgg({ ...cake, ...changes })),
    image: ids.map((id) => picturePath(id, 640, 'webp')),
    alts: ids.map((id, index) => (changes.alts ? changes.alts[index] : alts.get(id)) ?? ''),
  }
}

const maxLength = 60

/** Letters that do not come apart into a plain one and its marks. */
const plain: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** A name for an address: 'Crème Brûlée & Co.' becomes 'creme-brulee-and-co'; null when no letter is left. */
export function cakeSlug(name: string): string | null {
  const slug = name
    .slice(0, 4 * maxLength)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøłđı]/g, (letter) => plain[letter] ?? '')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')
  return /[a-z]/.test(slug) ? slug : null
}
