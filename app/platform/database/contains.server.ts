import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether a lower-case expression contains a text in any case, served by a trigram index on that very expression.
 * The text's own '%' and '_' stand for themselves.
 */
export function contains(searched: SQL, text: string): SQL {
  return sql`${searched} like lower(${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`})`
}
