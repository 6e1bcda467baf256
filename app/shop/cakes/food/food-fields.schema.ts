import { z } from 'zod'
import { textSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'
import { allergens } from './food-facts.ts'

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
