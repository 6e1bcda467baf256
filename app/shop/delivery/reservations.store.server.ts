import { and, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hourMs } from '#platform/durations.ts'
import { newId } from '#platform/new-id.server.ts'
import { deliveryLoads, deliveryReservations } from './delivery.tables.server.ts'
import type { DeliveryPlan } from './delivery-plan.ts'
import { isTaken, kitchenLoad, kitchenMinutesOf, placesOf } from './slot-options.ts'

export type Reservation = typeof deliveryReservations.$inferSelect

/** Null if unlimited. */
interface Limits {
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

/**
 * Reserves a place in a slot, and kitchen minutes for its cakes.
 *
 * @param reservation with the network of a customer who has not paid yet
 * @returns null, and nothing is reserved, if one of the two is full
 * @throws AppError too_many if the network has its share: then the transaction has to fail
 */
export async function reservePlace(
  tx: Database,
  reservation: Omit<Reservation, 'id'>,
  limits: Limits,
): Promise<string | null> {
  const taken = await takeBoth(tx, reservation, limits)
  if (!taken) return null
  if (reservation.network) await requireShare(tx, reservation, { taken, limits })
  const id = newId()
  await tx.insert(deliveryReservations).values({ id, ...reservation })
  return id
}

/**
 * Accounts cost nothing, so one person could hold all places again and again without paying. A mobile carrier has
 * thousands of customers behind one address, so a network is only limited where little is left: in a slot, or a day's
 * kitchen, of which four fifths are taken. There it gets no more while two of its orders hold a fifth unpaid, nor after
 * it held twice as much as there is within an hour.
 */
async function requireShare(
  tx: Database,
  reservation: Omit<Reservation, 'id'>,
  { taken, limits }: { taken: Taken; limits: Limits },
) {
  const { network, day, slotId, productionDay, heldUntil } = reservation
  const isNearlyFull = (share: number, limit: number | null) =>
    limit !== null && share * 5 > limit * 4
  const slot = isNearlyFull(taken.places, limits.places)
  const kitchen = isNearlyFull(taken.kitchenMinutes, limits.kitchenMinutes)
  if (!slot && !kitchen) return
  const unpaid = await tx
    .select()
    .from(deliveryReservations)
    .where(
      and(
        eq(deliveryReservations.network, network ?? ''),
        gte(deliveryReservations.heldUntil, new Date(heldUntil.getTime() - hourMs)),
      ),
    )
  const isUsedUp = (
    limit: number | null,
    ofHour: readonly Omit<Reservation, 'id'>[],
    amountOf: (one: Omit<Reservation, 'id'>) => number,
  ) => {
    const held = ofHour.filter(({ state }) => state === 'held')
    const amount = (ones: typeof ofHour) =>
      [...ones, reservation].reduce((sum, one) => sum + amountOf(one), 0)
    const hasShare = held.length >= 2 && amount(held) * 5 > (limit ?? 0)
    return hasShare || amount(ofHour) > 2 * (limit ?? 0)
  }
  const inSlot = unpaid.filter((other) => other.day === day && other.slotId === slotId)
  const inKitchen = unpaid.filter((other) => other.productionDay === productionDay)
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

/** Marks a slot as asked for; nothing of it is taken before {@link takeWork}. @returns the id of the place */
export async function askForPlace(
  tx: Database,
  reservation: Omit<Reservation, 'id' | 'state'>,
): Promise<string> {
  const id = newId()
  await tx.insert(deliveryReservations).values({ id, ...reservation, state: 'asked' })
  return id
}

/** Gives a place back, if it was taken: it is only asked for again, or not needed any more. */
export async function releasePlace(
  tx: Database,
  id: string,
  state: 'asked' | 'released' = 'released',
) {
  const reservation = await lockReservation(tx, id)
  if (!reservation || reservation.state === state) return
  if (isTaken(reservation)) await giveBoth(tx, reservation)
  await save(tx, { id, state })
}

/** Makes a held place final. @returns false, and nothing is changed, if its time is over */
export async function keepPlace(tx: Database, id: string, now: Date): Promise<boolean> {
  const { id: column, state, heldUntil } = deliveryReservations
  const kept = await tx
    .update(deliveryReservations)
    .set({ state: 'kept', network: null })
    .where(and(eq(column, id), eq(state, 'held'), gte(heldUntil, now)))
    .returning({ id: column })
  return kept.length > 0
}

/** Reserves a place again that was given back, and makes it final. @returns false if slot or kitchen are full by now */
export async function retakePlace(tx: Database, id: string, plan: DeliveryPlan): Promise<boolean> {
  const lapsed = await lockReservation(tx, id)
  if (!lapsed || !(await takeBoth(tx, lapsed, limitsOf(plan, lapsed)))) return false
  await save(tx, { id, state: 'kept', network: null })
  return true
}

export async function findPlace(db: Database, id: string): Promise<Reservation | null> {
  const [found] = await db
    .select()
    .from(deliveryReservations)
    .where(eq(deliveryReservations.id, id))
  return found ?? null
}

/**
 * Moves a placed order's place to another slot, with its kitchen minutes. One that is only asked for takes nothing there.
 *
 * @returns false if the other slot or its kitchen is full: then the transaction has to fail
 */
export async function movePlace(
  tx: Database,
  {
    id,
    to,
    plan,
  }: { id: string; to: Pick<Reservation, 'day' | 'slotId' | 'productionDay'>; plan: DeliveryPlan },
): Promise<boolean> {
  const from = await lockReservation(tx, id)
  if (from?.state === 'asked') {
    await save(tx, { id, ...to })
    return true
  }
  if (from?.state !== 'kept') return false
  const limits = limitsOf(plan, to)
  const { kitchenMinutes: minutes } = from
  const isSameKitchen = from.productionDay === to.productionDay
  const shares: Move[] = [
    { day: from.day, resource: from.slotId, amount: -1, limit: null },
    { day: to.day, resource: to.slotId, amount: 1, limit: limits.places },
  ]
  const work: Move[] = [
    { day: from.productionDay, resource: kitchenLoad, amount: -minutes, limit: null },
    { day: to.productionDay, resource: kitchenLoad, amount: minutes, limit: limits.kitchenMinutes },
  ]
  // Slots before kitchens, each by day, so that two orders that swap places do not deadlock.
  for (const { amount, ...share } of [
    ...inOrder(shares),
    ...(isSameKitchen ? [] : inOrder(work)),
  ]) {
    if (amount < 0) await give(tx, { ...share, amount: -amount })
    else if ((await take(tx, { ...share, amount })) === null) return false
  }
  await save(tx, { id, ...to })
  return true
}

type Move = LoadPart & { limit: number | null }

const inOrder = <Part extends LoadPart>(parts: readonly Part[]) =>
  parts.toSorted((one, other) =>
    `${one.day} ${one.resource}` < `${other.day} ${other.resource}` ? -1 : 1,
  )

/**
 * Takes the kitchen minutes of a cake whose price is agreed, and with the first cake of an order its place. Gives back what
 * is below 0.
 *
 * @returns false, and nothing is taken, if the slot or the kitchen is full
 */
export async function takeWork(
  tx: Database,
  { id, minutes, plan }: { id: string; minutes: number; plan: DeliveryPlan },
): Promise<boolean> {
  if (minutes < 0) await releaseKitchenMinutes(tx, id, -minutes)
  const reservation = await lockReservation(tx, id)
  if (!reservation || minutes < 0) return true
  const limits = limitsOf(plan, reservation)
  if (!isTaken(reservation)) {
    const first = { ...reservation, kitchenMinutes: minutes }
    if (!(await takeBoth(tx, first, limits))) return false
    await save(tx, { id, state: 'kept', kitchenMinutes: minutes })
    return true
  }
  const share = { day: reservation.productionDay, resource: kitchenLoad, amount: minutes }
  if ((await take(tx, { ...share, limit: limits.kitchenMinutes })) === null) return false
  await save(tx, { id, kitchenMinutes: reservation.kitchenMinutes + minutes })
  return true
}

/** Releases at most all kitchen minutes of a place; the place stays. */
export async function releaseKitchenMinutes(tx: Database, id: string, minutes: number) {
  const reservation = await lockReservation(tx, id)
  if (!reservation || !isTaken(reservation)) return
  const amount = Math.min(minutes, reservation.kitchenMinutes)
  await give(tx, { day: reservation.productionDay, resource: kitchenLoad, amount })
  await save(tx, { id, kitchenMinutes: reservation.kitchenMinutes - amount })
}

async function lockReservation(tx: Database, id: string): Promise<Reservation | undefined> {
  const [reservation] = await tx
    .select()
    .from(deliveryReservations)
    .where(eq(deliveryReservations.id, id))
    .for('update')
  return reservation
}

async function save(
  tx: Database,
  { id, ...changes }: Pick<Reservation, 'id'> & Partial<Reservation>,
) {
  await tx.update(deliveryReservations).set(changes).where(eq(deliveryReservations.id, id))
}

/** Releases unpaid places whose time is over. @returns their number */
export async function releaseLapsedPlaces(db: Database, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const lapsed = await tx
      .update(deliveryReservations)
      .set({ state: 'released' })
      .where(and(eq(deliveryReservations.state, 'held'), lt(deliveryReservations.heldUntil, now)))
      .returning()
    const places = lapsed.map(({ day, slotId }) => ({ day, resource: slotId, amount: 1 }))
    const work = lapsed.map(({ productionDay, kitchenMinutes }) => ({
      day: productionDay,
      resource: kitchenLoad,
      amount: kitchenMinutes,
    }))
    // In the lock order of moved orders.
    for (const part of [...inOrder(places), ...inOrder(work)]) await give(tx, part)
    return lapsed.length
  })
}

export async function forgetNetworks(db: Database, before: Date) {
  const { network, heldUntil } = deliveryReservations
  await db
    .update(deliveryReservations)
    .set({ network: null })
    .where(and(isNotNull(network), lt(heldUntil, before)))
}

/** What is taken of a slot and of a day's kitchen by now. */
interface Taken {
  places: number
  kitchenMinutes: number
}

// Always the slot before the kitchen, so that two transactions do not deadlock.
async function takeBoth(
  tx: Database,
  { day, slotId, productionDay, kitchenMinutes }: Omit<Reservation, 'id'>,
  limits: Limits,
): Promise<Taken | null> {
  const places = await take(tx, { day, resource: slotId, amount: 1, limit: limits.places })
  if (places === null) return null
  const work = { day: productionDay, resource: kitchenLoad, amount: kitchenMinutes }
  const minutes = await take(tx, { ...work, limit: limits.kitchenMinutes })
  if (minutes !== null) return { places, kitchenMinutes: minutes }
  await give(tx, { day, resource: slotId, amount: 1 })
  return null
}

async function giveBoth(tx: Database, reservation: Reservation) {
  const { day, slotId, productionDay, kitchenMinutes } = reservation
  await give(tx, { day, resource: slotId, amount: 1 })
  await give(tx, { day: productionDay, resource: kitchenLoad, amount: kitchenMinutes })
}

interface LoadPart {
  day: string
  resource: string
  amount: number
}

/**
 * The only function that increases usage: never above the limit, even with concurrent transactions.
 *
 * @returns the usage after it, 0 if nothing is added; null if it is full
 */
async function take(
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

async function give(tx: Database, { day, resource, amount }: LoadPart) {
  if (amount === 0) return
  await tx
    .update(deliveryLoads)
    .set({ taken: sql`${deliveryLoads.taken} - ${amount}` })
    .where(and(eq(deliveryLoads.day, day), eq(deliveryLoads.resource, resource)))
}
