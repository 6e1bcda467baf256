import { type SQL, sql } from 'drizzle-orm'

/** An amount in paise as text in rupees: '₹900.00'; 'nothing' where there is none. */
export function inr(paise: SQL): SQL {
  return sql`coalesce('₹' || to_char(${paise} / 100.0, 'FM999999999990.00'), 'nothing')`
}
