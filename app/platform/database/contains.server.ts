import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether a lower-case expression contains a text in any case. The text's own '%' and '_' stand for themselves. A text
 * without three letters in a row cannot use a trigram index on the expression, so another index must serve.
 */
export function contains(searched: SQL, text: string): SQL {
  if (!/[\p{L}\p{N}]{3}/u.test(text)) return sql`strpos(${searched}, (select lower(${text}))) > 0`
  return sql`${searched} like lower(${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`})`
}
