import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'

export const pictures = pgTable(
  'pictures',
  {
    id: text().primaryKey(),
    width: integer().notNull(),
    height: integer().notNull(),
    colour: text().notNull(),
    placeholder: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('pictures_size', sql`${t.width} > 0 and ${t.height} > 0`),
    check('pictures_colour', sql`${t.colour} ~ '^#[0-9a-f]{6}$'`),
  ],
)
