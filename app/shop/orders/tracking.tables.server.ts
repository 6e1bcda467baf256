import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'
import type { Audience } from './links/audience.ts'
import { orders } from './orders.tables.server.ts'
import type { PhotoKind } from './photos/order-photo.ts'

/** Which links of an order work, once one was renewed; where there is no row, those of version 1 do. */
export const trackingLinks = pgTable(
  'tracking_links',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    audience: text().$type<Audience>().notNull(),
    /** Links of earlier versions are revoked. */
    version: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.audience] }),
    check('tracking_links_audience', sql`${t.audience} in ('sender', 'recipient')`),
    check('tracking_links_version', sql`${t.version} > 1`),
  ],
)

/** The photos of an order: the last one before it leaves, and the last one at the door. Their files are not under /pictures. */
export const orderPhotos = pgTable(
  'order_photos',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    kind: text().$type<PhotoKind>().notNull().default('leaving'),
    /** Names its file; another photo of the same order has another. */
    file: uuid().notNull().unique(),
    takenAt: instant('taken_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.kind] }),
    check('order_photos_kind', sql`${t.kind} in ('leaving', 'door')`),
  ],
)
