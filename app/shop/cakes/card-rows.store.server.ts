import { type SQL, sql } from 'drizzle-orm'
import type { CakeSummary } from './cake-summary.ts'

/** A cake's card as a JSON text of just the fields of `CakeSummary`. For queries in which `cakes` is the table of that name. */
const cardInJson = (description: SQL) =>
  sql`left(cakes.card, -1) || ',"description":' || ${description} || '}'`

const undescribed = sql`'""'`
const isDescribed = sql`${sql.placeholder('described')}::boolean`

/** Selects cards as the texts that the API answers; unless the value `described` is true the description is ''. */
export const cardText = cardInJson(
  sql`case when ${isDescribed} then to_json(cakes.description)::text else ${undescribed} end`,
).mapWith(String)

/** Selects cards, without descriptions, to work with. */
export const wholeCard = cardInJson(undescribed).mapWith(readCard)

/** A card from its text. */
export function readCard(text: string): CakeSummary {
  return JSON.parse(text)
}
