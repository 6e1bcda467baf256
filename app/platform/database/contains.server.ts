import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether a lower-case expression contains a text in any case, served by a trigram index on that very expression.
 * The text's own '%' and '_' stand for themselves. Of a text without three letters in a row such an index knows nothing and
 * would be read as a whole: then another one, that of the order, has to serve.
 */
export function contains(searched: SQL, text: string): SQL {
  if (!/[\p{L}\p{N}]{3}/u.test(text)) return sql`strpos(${searched}, lower(${text})) > 0`
  return sql`${searched} like lower(${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`})`
}
