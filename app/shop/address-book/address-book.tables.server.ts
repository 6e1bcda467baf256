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
import { users } from '#shop/accounts/accounts.tables.server.ts'

/** Where an account has things delivered. */
export const addresses = pgTable(
  'addresses',
  {
    id: uuid().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** 1 to 20, each once: an account has at most 20 addresses. */
    place: smallint().notNull(),
    /** What its owner calls it: 'Home', 'Mother'. */
    label: text().notNull(),
    /** Who lives there; '' for the account's owner. */
    name: text().notNull().default(''),
    /** Ten digits; '' if it is not known. */
    mobile: text().notNull().default(''),
    address: text().notNull(),
    pincode: text().notNull(),
    city: text().notNull(),
    /** A checkout begins with it. */
    isDefault: boolean('is_default').notNull().default(false),
  },
  (t) => [
    check('addresses_place', sql`${t.place} between 1 and 20`),
    unique('addresses_place_of_user').on(t.userId, t.place),
    uniqueIndex('addresses_default').on(t.userId).where(sql`${t.isDefault}`),
    check('addresses_label', sql`length(${t.label}) between 1 and 320`),
    check('addresses_mobile', sql`${t.mobile} ~ '^([6-9][0-9]{9})?$'`),
    check('addresses_pincode', sql`${t.pincode} ~ '^[1-9][0-9]{5}$'`),
  ],
)
