import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import type { SlotKind } from './delivery.schema.ts'

/** Without any row the shop delivers everywhere. */
export const deliveryZones = pgTable(
  'delivery_zones',
  {
    id: uuid().primaryKey(),
    position: integer().notNull(),
    name: text().notNull(),
    feePaise: integer('fee_paise').notNull(),
    /** The delivery is free from this subtotal on; null: never. */
    freeFromPaise: integer('free_from_paise'),
    minimumPaise: integer('minimum_paise').notNull(),
    travelMinutes: integer('travel_minutes').notNull(),
    /** Delivered only from the next day on, and not at midnight. */
    isFar: boolean('is_far').notNull().default(false),
    takesCash: boolean('takes_cash').notNull().default(false),
    active: boolean().notNull(),
  },
  (t) => [
    check(
      'delivery_zones_amounts',
      sql`${t.feePaise} >= 0 and ${t.minimumPaise} >= 0 and coalesce(${t.freeFromPaise}, 0) >= 0`,
    ),
    check('delivery_zones_travel', sql`${t.travelMinutes} between 0 and 600`),
  ],
)

/** Prefixes of pincodes, '*' for all others. As the key, each is in one zone only. */
export const deliveryPincodes = pgTable(
  'delivery_pincodes',
  {
    pincode: text().primaryKey(),
    zoneId: uuid('zone_id')
      .notNull()
      .references(() => deliveryZones.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (t) => [
    check('delivery_pincodes_digits', sql`${t.pincode} ~ '^([1-9][0-9]{2,5}|[*])$'`),
    index('delivery_pincodes_zone').on(t.zoneId),
  ],
)

/** Minutes since midnight in Kolkata. */
export const deliverySlots = pgTable(
  'delivery_slots',
  {
    id: uuid().primaryKey(),
    weekday: integer().notNull(),
    startMinute: integer('start_minute').notNull(),
    endMinute: integer('end_minute').notNull(),
    kind: text().$type<SlotKind>().notNull(),
    surchargePaise: integer('surcharge_paise').notNull(),
    cutOffMinutes: integer('cut_off_minutes'),
    cutOffDayBefore: integer('cut_off_day_before'),
    places: integer(),
    bakesDayBefore: boolean('bakes_day_before').notNull(),
  },
  (t) => [
    check('delivery_slots_weekday', sql`${t.weekday} between 0 and 6`),
    check(
      'delivery_slots_minutes',
      sql`${t.startMinute} >= 0 and ${t.startMinute} < ${t.endMinute} and ${t.endMinute} <= 1440`,
    ),
    check('delivery_slots_kind', sql`${t.kind} in ('standard', 'fixed', 'midnight', 'pickup')`),
    check(
      'delivery_slots_cut_off',
      sql`(${t.cutOffMinutes} is null) <> (${t.cutOffDayBefore} is null) and coalesce(${t.cutOffMinutes}, ${t.cutOffDayBefore}) >= 0`,
    ),
    check(
      'delivery_slots_amounts',
      sql`${t.surchargePaise} >= 0 and coalesce(${t.places}, 0) >= 0`,
    ),
  ],
)

/** The usual limits: one row after the first save. */
export const deliveryUsual = pgTable(
  'delivery_usual',
  {
    id: integer().primaryKey().default(1),
    kitchenMinutes: integer('kitchen_minutes'),
    holdMinutes: integer('hold_minutes').notNull(),
    daysAhead: integer('days_ahead').notNull(),
    /** For ready-made cakes; null: no cash. */
    cashLimitPaise: integer('cash_limit_paise'),
    /** Increases with each save, so that two owners do not overwrite each other's changes. */
    version: integer().notNull(),
  },
  (t) => [
    check('delivery_usual_one', sql`${t.id} = 1`),
    check('delivery_usual_hold', sql`${t.holdMinutes} between 10 and 60`),
    check('delivery_usual_days', sql`${t.daysAhead} between 1 and 365`),
    check('delivery_usual_kitchen', sql`coalesce(${t.kitchenMinutes}, 0) >= 0`),
    check('delivery_usual_cash', sql`${t.cashLimitPaise} > 0`),
  ],
)

/** Lookups of pincodes outside all zones. Nothing about the visitors. */
export const unservedPincodes = pgTable(
  'unserved_pincodes',
  {
    pincode: text().primaryKey(),
    lookups: integer().notNull(),
    /** The day in Kolkata of the last lookup. */
    lastDay: date('last_day', { mode: 'string' }).notNull(),
  },
  (t) => [
    check('unserved_pincodes_digits', sql`${t.pincode} ~ '^[1-9][0-9]{5}$'`),
    check('unserved_pincodes_lookups', sql`${t.lookups} > 0`),
  ],
)

/** Closed days, and days with their own limits. */
export const deliveryDays = pgTable(
  'delivery_days',
  {
    day: date({ mode: 'string' }).primaryKey(),
    closedReason: text('closed_reason'),
    kitchenMinutes: integer('kitchen_minutes'),
    /** Changed numbers of places, by the slot's id. */
    places: jsonb().$type<Record<string, number>>().notNull(),
  },
  (t) => [check('delivery_days_kitchen', sql`coalesce(${t.kitchenMinutes}, 0) >= 0`)],
)

/**
 * Usage of a day: orders of a slot, by its id, and kitchen minutes. Changed only together with reservations, by updates
 * that check the limit.
 */
export const deliveryLoads = pgTable(
  'delivery_loads',
  {
    day: date({ mode: 'string' }).notNull(),
    /** A slot's id, or 'kitchen' for its minutes. */
    resource: text().notNull(),
    taken: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.resource] }),
    check('delivery_loads_taken', sql`${t.taken} >= 0`),
  ],
)

/**
 * An order's place in a slot: 'held' until it is paid, 'kept' once it is placed, 'released' if it is not needed. 'asked'
 * takes nothing yet: that of an order whose customised cakes have no agreed price.
 */
export const deliveryReservations = pgTable(
  'delivery_reservations',
  {
    id: uuid().primaryKey(),
    day: date({ mode: 'string' }).notNull(),
    slotId: uuid('slot_id').notNull(),
    productionDay: date('production_day', { mode: 'string' }).notNull(),
    kitchenMinutes: integer('kitchen_minutes').notNull(),
    state: text({ enum: ['asked', 'held', 'kept', 'released'] }).notNull(),
    heldUntil: instant('held_until').notNull(),
    /** Of the customer who has not paid yet, as a hash. Null once they have, and a day later. */
    network: text(),
  },
  (t) => [
    check('delivery_reservations_state', sql`${t.state} in ('asked', 'held', 'kept', 'released')`),
    check('delivery_reservations_minutes', sql`${t.kitchenMinutes} >= 0`),
    index('delivery_reservations_held').on(t.heldUntil).where(sql`${t.state} = 'held'`),
    index('delivery_reservations_network').on(t.network).where(sql`${t.network} is not null`),
    index('delivery_reservations_slot').on(t.day, t.slotId).where(sql`${t.state} <> 'released'`),
    index('delivery_reservations_kitchen').on(t.productionDay).where(sql`${t.state} <> 'released'`),
  ],
)
