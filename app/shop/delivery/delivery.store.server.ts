import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  ne,
  sql,
} from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import { type Database, hotQuery } from '#platform/database/database.server.ts'
import { type Current, createCurrent } from '#platform/http/cache-invalidation.server.ts'
import type { Log } from '#platform/log.server.ts'
import { cakes } from '#shop/cakes/cakes.tables.server.ts'
import { kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import type { LoadRow } from './day-load.ts'
import type { DeliverySettings, Zone } from './delivery.schema.ts'
import {
  deliveryDays,
  deliveryLoads,
  deliveryPincodes,
  deliveryReservations,
  deliverySlots,
  deliveryUsual,
  deliveryZones,
  unservedPincodes,
} from './delivery.tables.server.ts'
import { type DayPlan, type DeliveryPlan, emptyPlan, usualDay } from './delivery-plan.ts'
import type { Loads } from './slot-options.ts'

/** With the days from `firstDay` on. */
export async function readDeliveryPlan(db: Database, firstDay: string): Promise<DeliveryPlan> {
  const { id: _, ...usualColumns } = getTableColumns(deliveryUsual)
  const [{ version, ...usual } = { ...emptyPlan.usual, version: 0 }] = await db
    .select(usualColumns)
    .from(deliveryUsual)
  const { position, ...zoneColumns } = getTableColumns(deliveryZones)
  const pincodes = sql<
    string[]
  >`array_agg(${deliveryPincodes.pincode} order by ${deliveryPincodes.position})`
  const zones = await db
    .select({ ...zoneColumns, pincodes })
    .from(deliveryZones)
    .innerJoin(deliveryPincodes, eq(deliveryPincodes.zoneId, deliveryZones.id))
    .groupBy(deliveryZones.id)
    .orderBy(asc(position))
  const slots = await db
    .select()
    .from(deliverySlots)
    .orderBy(asc(deliverySlots.weekday), asc(deliverySlots.startMinute), asc(deliverySlots.id))
  const days = await db.select().from(deliveryDays).where(gte(deliveryDays.day, firstDay))
  return {
    version,
    usual,
    zones,
    slots,
    days: new Map(days.map((day) => [day.day, day])),
  }
}

/** Number of saves of the settings. Locks them, so that concurrent saves wait. */
export async function lockVersion(tx: Database): Promise<number> {
  await tx
    .insert(deliveryUsual)
    .values({ ...emptyPlan.usual, version: 0 })
    .onConflictDoNothing()
  const [usual] = await tx
    .select({ version: deliveryUsual.version })
    .from(deliveryUsual)
    .for('update')
  return usual?.version ?? 0
}

/** Replaces zones, slots and usual limits. Their ids stay, so that reservations still count. */
export async function replaceSettings(
  tx: Database,
  { usual, zones, slots, version }: DeliverySettings & { version: number },
) {
  await tx.update(deliveryUsual).set({ ...usual, version })
  await tx.delete(deliveryZones)
  await tx.delete(deliverySlots)
  if (zones.length > 0) {
    await tx
      .insert(deliveryZones)
      .values(zones.map(({ pincodes: _, ...zone }, position) => ({ ...zone, position })))
    await tx
      .insert(deliveryPincodes)
      .values(
        zones.flatMap(({ id: zoneId, pincodes }) =>
          pincodes.map((pincode, position) => ({ pincode, zoneId, position })),
        ),
      )
  }
  if (slots.length > 0) await tx.insert(deliverySlots).values(slots)
}

/** Cakes name the zones that they travel to. @returns those that name one by its new name now */
export async function renameZones(
  tx: Database,
  { before, after }: { before: readonly Zone[]; after: readonly Zone[] },
): Promise<{ id: string }[]> {
  const renamed = before.flatMap(({ id, name }) => {
    const to = after.find((zone) => zone.id === id)?.name ?? name
    return to === name ? [] : [{ name, to }]
  })
  const changed = []
  for (const { name, to } of renamed) {
    const zones = sql`array_replace(${cakes.zones}, ${name}, ${to})`
    const isTheirs = sql`${name} = any(${cakes.zones})`
    const named = tx.update(cakes).set({ zones }).where(isTheirs).returning({ id: cakes.id })
    changed.push(...(await named))
  }
  return changed
}

/** A day's changes. Locks them, so that concurrent changes wait. */
export async function lockDay(tx: Database, day: string): Promise<DayPlan> {
  const usual = usualDay(day)
  await tx
    .insert(deliveryDays)
    .values({ ...usual, places: {} })
    .onConflictDoNothing()
  const [plan = usual] = await tx
    .select()
    .from(deliveryDays)
    .where(eq(deliveryDays.day, day))
    .for('update')
  return plan
}

export async function saveDay(tx: Database, { day, ...plan }: DayPlan) {
  await tx.update(deliveryDays).set(plan).where(eq(deliveryDays.day, day))
}

export async function readDays(db: Database, first: string, last: string): Promise<DayPlan[]> {
  return db
    .select()
    .from(deliveryDays)
    .where(between(deliveryDays.day, first, last))
}

const loadsQuery = hotQuery((db) =>
  db
    .select()
    .from(deliveryLoads)
    .where(between(deliveryLoads.day, sql.placeholder('first'), sql.placeholder('last')))
    .prepare('read_loads'),
)

export async function readLoadRows(db: Database, first: string, last: string): Promise<LoadRow[]> {
  return loadsQuery(db).execute({ first, last })
}

/** How many orders only ask for a slot, until the price of a customised cake is agreed; nothing of it is taken yet. */
export async function readAskedRows(db: Database, first: string, last: string): Promise<LoadRow[]> {
  const { day, slotId: resource, state } = deliveryReservations
  return db
    .select({ day, resource, taken: count() })
    .from(deliveryReservations)
    .where(and(between(day, first, last), eq(state, 'asked')))
    .groupBy(day, resource)
}

export async function readLoads(db: Database, first: string, last: string): Promise<Loads> {
  const rows = await readLoadRows(db, first, last)
  const taken = new Map(rows.map((row) => [`${row.day} ${row.resource}`, row.taken]))
  return (day, resource) => taken.get(`${day} ${resource}`) ?? 0
}

/** Keeps made-up pincodes from filling the disk: the oldest are evicted. */
const maxPincodes = 1000

/** Counts lookups of a pincode outside all zones, for the owner. Stores nothing about the visitor. */
export async function countUnserved(
  { db, clock }: { db: Database; clock: Clock },
  pincode: string,
) {
  const lastDay = kolkataDay(clock.now())
  await db.transaction(async (tx) => {
    const [counted] = await tx
      .insert(unservedPincodes)
      .values({ pincode, lookups: 1, lastDay })
      .onConflictDoUpdate({
        target: unservedPincodes.pincode,
        set: { lookups: sql`${unservedPincodes.lookups} + 1`, lastDay },
      })
      .returning({ lookups: unservedPincodes.lookups })
    if (counted?.lookups !== 1) return
    const tooMany = tx
      .select({ pincode: unservedPincodes.pincode })
      .from(unservedPincodes)
      .where(ne(unservedPincodes.pincode, pincode))
      .orderBy(desc(unservedPincodes.lastDay), desc(unservedPincodes.lookups))
      .offset(maxPincodes - 1)
    await tx.delete(unservedPincodes).where(inArray(unservedPincodes.pincode, tooMany))
  })
}

export type UnservedPincode = typeof unservedPincodes.$inferSelect

export async function listUnserved(db: Database, limit: number): Promise<UnservedPincode[]> {
  return db
    .select()
    .from(unservedPincodes)
    .orderBy(desc(unservedPincodes.lookups), asc(unservedPincodes.pincode))
    .limit(limit)
}

export async function deleteOldCounts(db: Database, day: string) {
  await db.delete(unservedPincodes).where(lt(unservedPincodes.lastDay, day))
}

export async function deleteServedCounts(tx: Database, isServed: (pincode: string) => boolean) {
  const rows = await tx.select({ pincode: unservedPincodes.pincode }).from(unservedPincodes)
  const served = rows.map(({ pincode }) => pincode).filter(isServed)
  if (served.length === 0) return
  await tx.delete(unservedPincodes).where(inArray(unservedPincodes.pincode, served))
}

/** The name of its change, for `cacheInvalidation`. */
export const deliveryChanged = 'delivery'

/** The delivery plan in this process's memory: every checkout and many pages read it. */
export type CurrentPlan = Current<DeliveryPlan>

export function createCurrentPlan({
  db,
  log,
  clock,
}: {
  db: Database
  log: Log
  clock: Clock
}): CurrentPlan {
  return createCurrent({
    log,
    what: 'the delivery plan',
    name: deliveryChanged,
    empty: emptyPlan,
    load: () => readDeliveryPlan(db, shiftDay(kolkataDay(clock.now()), -1)),
  })
}
