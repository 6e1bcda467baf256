import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { AppError } from '#platform/app-error.ts'
import { hourMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/secrets.server.ts'
import { deliveryLoads, deliveryReservations } from './delivery.tables.server.ts'
import type { DeliveryPlan } from './delivery-plan.ts'
import { kitchenMinutesOf, placesOf } from './slot-options.ts'

export type Reservation = typeof deliveryReservations.$inferSelect

/** Null if unlimited. */
export interface Limits {
  places: number | null
  kitchenMinutes: number | null
}

export function limitsOf(
  plan: DeliveryPlan,
  { day, slotId, productionDay }: Pick<Reservation, 'day' | 'slotId' | 'productionDay'>,
): Limits {
  const slot = plan.slots.find(({ id }) => id === slotId)
  return {
    places: slot ? placesOf(plan, day, slot) : null,
    kitchenMinutes: kitchenMinutesOf(plan, productionDay),
  }
}

/** @returns its id */
export async function insertReservation(
  tx: Database,
  reservation: Omit<Reservation, 'id'>,
): Promise<string> {
  const id = newId()
  await tx.insert(deliveryReservations).values({ id, ...reservation })
  return id
}

export async function findReservation(db: Database, id: string): Promise<Reservation | null> {
  const [found] = await db
    .select()
    .from(deliveryReservations)
    .where(eq(deliveryReservations.id, id))
  return found ?? null
}

export async function lockReservation(tx: Database, id: string): Promise<Reservation | undefined> {
  const [reservation] = await tx
    .select()
    .from(deliveryReservations)
    .where(eq(deliveryReservations.id, id))
    .for('update')
  return reservation
}

export async function saveReservation(
  tx: Database,
  { id, ...changes }: Pick<Reservation, 'id'> & Partial<Reservation>,
) {
  await tx.update(deliveryReservations).set(changes).where(eq(deliveryReservations.id, id))
}

/** Makes a held place final. @returns false, and nothing is changed, if its time is over */
export async function keepHeld(tx: Database, id: string, now: Date): Promise<boolean> {
  const { id: column, state, heldUntil } = deliveryReservations
  const kept = await tx
    .update(deliveryReservations)
    .set({ state: 'kept', network: null })
    .where(and(eq(column, id), eq(state, 'held'), gte(heldUntil, now)))
    .returning({ id: column })
  return kept.length > 0
}

/** What customers of a network hold unpaid, or held until `since`. */
async function unpaidOfNetwork(tx: Database, network: string, since: Date): Promise<Reservation[]> {
  const { network: column, heldUntil } = deliveryReservations
  return tx
    .select()
    .from(deliveryReservations)
    .where(and(eq(column, network), gte(heldUntil, since)))
}

/** Marks held places whose time is over as released. @returns what they took, which is not given back yet */
export async function releaseHeld(tx: Database, now: Date): Promise<Reservation[]> {
  return tx
    .update(deliveryReservations)
    .set({ state: 'released' })
    .where(and(eq(deliveryReservations.state, 'held'), lt(deliveryReservations.heldUntil, now)))
    .returning()
}

/** Orders of a slot, or minutes of the kitchen, of a day. */
export interface LoadPart {
  day: string
  resource: string
  amount: number
}

/**
 * The only statement that increases usage: never above the limit, even with concurrent transactions.
 *
 * @returns the usage after it, 0 if nothing is added; null if it is full
 */
export async function takeLoad(
  tx: Database,
  { day, resource, amount, limit }: LoadPart & { limit: number | null },
): Promise<number | null> {
  if (amount === 0) return 0
  if (limit !== null && amount > limit) return null
  const sum = sql`${deliveryLoads.taken} + ${amount}`
  const [load] = await tx
    .insert(deliveryLoads)
    .values({ day, resource, taken: amount })
    .onConflictDoUpdate({
      target: [deliveryLoads.day, deliveryLoads.resource],
      set: { taken: sum },
      ...(limit !== null && { setWhere: sql`${sum} <= ${limit}` }),
    })
    .returning({ taken: deliveryLoads.taken })
  return load?.taken ?? null
}

export async function giveLoad(tx: Database, { day, resource, amount }: LoadPart) {
  if (amount === 0) return
  await tx
    .update(deliveryLoads)
    .set({ taken: sql`${deliveryLoads.taken} - ${amount}` })
    .where(and(eq(deliveryLoads.day, day), eq(deliveryLoads.resource, resource)))
}

type Place = Omit<Reservation, 'id'>

/** What is taken of a slot and of a day's kitchen by now. */
export interface Taken {
  places: number
  kitchenMinutes: number
}

/**
 * Accounts cost nothing, so one person could hold all places again and again without paying. A mobile carrier has
 * thousands of customers behind one address, so a network is only limited where little is left: in a slot, or a day's
 * kitchen, of which four fifths are taken. There it gets no more while two of its orders hold a fifth unpaid, nor after
 * it held twice as much as there is within an hour.
 *
 * @param place whose slot and kitchen have been taken in this transaction
 * @throws AppError too_many: then the transaction has to fail
 */
export async function requireShare(
  tx: Database,
  place: Place,
  { taken, limits }: { taken: Taken; limits: Limits },
) {
  const isNearlyFull = (share: number, limit: number | null) =>
    limit !== null && share * 5 > limit * 4
  const slot = isNearlyFull(taken.places, limits.places)
  const kitchen = isNearlyFull(taken.kitchenMinutes, limits.kitchenMinutes)
  if (place.network === null || (!slot && !kitchen)) return
  const since = new Date(place.heldUntil.getTime() - hourMs)
  const unpaid = await unpaidOfNetwork(tx, place.network, since)
  const inSlot = unpaid.filter(({ day, slotId }) => day === place.day && slotId === place.slotId)
  const inKitchen = unpaid.filter(({ productionDay }) => productionDay === place.productionDay)
  const isUsedUp = (
    limit: number | null,
    ofHour: readonly Place[],
    amountOf: (one: Place) => number,
  ) => {
    const sumOf = (ones: readonly Place[]) =>
      [...ones, place].reduce((sum, one) => sum + amountOf(one), 0)
    const held = ofHour.filter(({ state }) => state === 'held')
    const holdsItsShare = held.length >= 2 && sumOf(held) * 5 > (limit ?? 0)
    return holdsItsShare || sumOf(ofHour) > 2 * (limit ?? 0)
  }
  if (
    (slot && isUsedUp(limits.places, inSlot, () => 1)) ||
    (kitchen && isUsedUp(limits.kitchenMinutes, inKitchen, (one) => one.kitchenMinutes))
  ) {
    throw new AppError(
      'too_many',
      'Little is left of this time, and orders from your network hold much of it unpaid. Please choose another time, or try again in a few minutes.',
      { retryAfterSeconds: 5 * 60 },
    )
  }
}
