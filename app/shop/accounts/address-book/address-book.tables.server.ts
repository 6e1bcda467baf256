import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from '../accounts.tables.server.ts'

/** Where an account has things delivered. */
export const addresses = pgTable(
  'addresses',
  {
    id: uuid().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** 1 to 20, each once: so many an account has at most. */
    place: smallint().notNull(),
    /** What its owner calls it: 'Home', 'Mother'. */
    label: text().notNull(),
    /** Who lives there; '' where that is its owner. */
    name: text().notNull().default(''),
    /** Ten digits; '' where it is not known. */
    mobile: text().notNull().default(''),
    address: text().notNull(),
    pincode: text().notNull(),
    city: text().notNull(),
    /** The one that a checkout begins with. */
    isDefault: boolean('is_default').notNull().default(false),
  },
  (t) => [
    check('addresses_place', sql`${t.place} between 1 and 20`),
    unique('addresses_place_of_user').on(t.userId, t.place),
    uniqueIndex('addresses_default').on(t.userId).where(sql`${t.isDefault}`),
    check('addresses_label', sql`length(${t.label}) between 1 and 40`),
    check('addresses_mobile', sql`${t.mobile} ~ '^([6-9][0-9]{9})?$'`),
    check('addresses_pincode', sql`${t.pincode} ~ '^[1-9][0-9]{5}$'`),
  ],
)
