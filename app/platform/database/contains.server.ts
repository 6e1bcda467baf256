import { type Placeholder, type SQL, sql } from 'drizzle-orm'

/** How a text is looked for in another. */
export interface SoughtPart {
  /** Of a text without three letters in a row a trigram index knows nothing, and would be read as a whole. */
  by: 'index' | 'place'
  /** What the condition compares with. */
  value: string
}

/** How a text is looked for. Its own '%' and '_' stand for themselves. */
export function soughtPart(text: string): SoughtPart {
  if (!/[\p{L}\p{N}]{3}/u.test(text)) return { by: 'place', value: text }
  return { by: 'index', value: `%${text.replaceAll(/[\\%_]/g, '\\$&')}%` }
}

/**
 * Whether a lower-case expression contains a part in any case: by a trigram index on that very expression where there is use
 * in it; else another one, that of the order, has to serve.
 */
export function containsPart(
  searched: SQL,
  { by, value }: { by: SoughtPart['by']; value: string | Placeholder },
): SQL {
  if (by === 'place') return sql`strpos(${searched}, (select lower(${value}))) > 0`
  return sql`${searched} like lower(${value})`
}

/** As `containsPart`, of a text. */
export function contains(searched: SQL, text: string): SQL {
  return containsPart(searched, soughtPart(text))
}
