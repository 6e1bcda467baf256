import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'
import { orderItems } from '../orders.tables.server.ts'
import type { QuoteStatus } from './quote-status.ts'

/** All prices quoted for customised cakes; at most one of an item is open or accepted. */
export const quotes = pgTable(
  'quotes',
  {
    id: uuid().primaryKey(),
    itemId: uuid('item_id')
      .notNull()
      .references(() => orderItems.id),
    /** For one cake. */
    pricePaise: integer('price_paise').notNull(),
    /** Hours from the quote until the cake can leave; null if the baker has not set it. */
    leadHours: integer('lead_hours'),
    /** For one cake; null if the baker has not set it. */
    workMinutes: integer('work_minutes'),
    status: text().$type<QuoteStatus>().notNull(),
    quotedAt: instant('quoted_at').notNull(),
    answerBy: instant('answer_by').notNull(),
    /** Null while it is open. */
    closedAt: instant('closed_at'),
  },
  (t) => [
    check('quotes_price', sql`${t.pricePaise} > 0`),
    check('quotes_lead', sql`${t.leadHours} between 0 and 336`),
    check('quotes_work', sql`${t.workMinutes} between 0 and 1440`),
    check(
      'quotes_status',
      sql`${t.status} in ('open', 'accepted', 'declined', 'replaced', 'expired', 'withdrawn')`,
    ),
    check('quotes_closed_at', sql`(${t.status} = 'open') = (${t.closedAt} is null)`),
    uniqueIndex('quotes_one_counts').on(t.itemId).where(sql`${t.status} in ('open', 'accepted')`),
    index('quotes_of_item').on(t.itemId, t.quotedAt),
    index('quotes_to_expire').on(t.answerBy).where(sql`${t.status} = 'open'`),
  ],
)
