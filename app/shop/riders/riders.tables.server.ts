import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** A rider's run to several doors. Whoever has its link may read its stops and move them. */
export const riderRuns = pgTable(
  'rider_runs',
  {
    id: uuid().primaryKey(),
    riderName: text('rider_name').notNull(),
    /** Ten digits. */
    riderMobile: text('rider_mobile').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Until when its link works. */
    linkEndsAt: instant('link_ends_at').notNull(),
    /** When staff revoked its link before that. */
    revokedAt: instant('revoked_at'),
  },
  (t) => [
    check('rider_runs_mobile', sql`${t.riderMobile} ~ '^[6-9][0-9]{9}$'`),
    check('rider_runs_name', sql`length(${t.riderName}) between 1 and 480`),
    check('rider_runs_ends', sql`${t.linkEndsAt} > ${t.createdAt}`),
    index('rider_runs_ends_at').on(t.linkEndsAt),
  ],
)

/** An order in a run. As the key it is in one run only; a later run takes it over. */
export const riderStops = pgTable(
  'rider_stops',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id),
    runId: uuid('run_id')
      .notNull()
      .references(() => riderRuns.id, { onDelete: 'cascade' }),
    /** By slot and pincode. */
    position: integer().notNull(),
    wrongCodes: integer('wrong_codes').notNull().default(0),
  },
  (t) => [
    check('rider_stops_wrong_codes', sql`${t.wrongCodes} between 0 and 5`),
    index('rider_stops_run').on(t.runId, t.position),
  ],
)
