import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { minuteMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { textHash } from '#platform/secrets.server.ts'
import type { Zone } from './delivery.schema.ts'
import {
  type ChosenDelivery,
  chooseDelivery,
  readSlotContext,
  requireOpenSlot,
  type SlotOfDay,
  slotTaken,
} from './options/choose-delivery.server.ts'
import {
  findReservation,
  giveLoad,
  insertReservation,
  keepHeld,
  type Limits,
  type LoadPart,
  limitsOf,
  lockReservation,
  type Reservation,
  releaseHeld,
  requireShare,
  saveReservation,
  type Taken,
  takeLoad,
} from './reservations.store.server.ts'
import {
  type DeliveryLine,
  isTaken,
  kitchenLoad,
  kitchenMinutesOf,
  type SlotOption,
  slotOption,
} from './slot-options.ts'

// The one door to what a slot and its kitchen hold. A place is `asked` for without taking anything, `held` until it is paid,
// `kept`, or `released`. Everybody takes the slot before the kitchen, each by day, so that no two orders deadlock.

/** An order and its place in a slot; none in a shop without slots. */
interface OrderWithPlace {
  reservationId: string | null
  address: string
  isPickup: boolean
  deliveryAt: Date
  slotStartsAt: Date | null
  slotEndsAt: Date | null
  items: readonly (Omit<DeliveryLine, 'cakeid'> & { cakeId: string | null })[]
}

export async function findOrderPlace(
  db: Database,
  { reservationId }: Pick<OrderWithPlace, 'reservationId'>,
): Promise<Reservation | null> {
  return reservationId === null ? null : findReservation(db, reservationId)
}

/**
 * Reserves the place for the ready-made cakes. Customised ones take theirs once their price is agreed: what costs nothing
 * must not fill a slot.
 *
 * @param holdMs how long an unpaid one is held; left out: the shop's usual time
 * @param network of a customer who is to pay
 * @returns the order's columns of the delivery
 * @throws AppError conflict if it is full by now; too_many if the network holds its share unpaid
 */
export async function reserveDelivery(
  { deliveryPlan }: AppContext,
  tx: Database,
  {
    place,
    now,
    isPaid,
    holdMs,
    network,
  }: Pick<ChosenDelivery, 'place'> & {
    now: Date
    isPaid: boolean
    holdMs?: number
    network?: string
  },
) {
  if (!place) return {}
  const plan = deliveryPlan.current()
  const { zone, option, needs, minutes } = place
  const { day, slot, productionDay } = option
  const reservation = {
    day,
    productionDay,
    slotId: slot.id,
    kitchenMinutes: minutes?.reduce((sum, one) => sum + one, 0) ?? needs.kitchenMinutes,
    state: isPaid ? ('kept' as const) : ('held' as const),
    heldUntil: new Date(now.getTime() + (holdMs ?? plan.usual.holdMinutes * minuteMs)),
    network: network ? textHash(network) : null,
  }
  const reservationId =
    minutes === null
      ? await insertReservation(tx, { ...reservation, state: 'asked' })
      : await reservePlace(tx, reservation, limitsOf(plan, reservation))
  if (!reservationId) throw slotTaken(option)
  return {
    reservationId,
    slotStartsAt: option.startsAt,
    slotEndsAt: option.endsAt,
    zoneId: zone?.id ?? null,
    zone: zone?.name ?? null,
    isPickup: zone === null,
  }
}

/**
 * @returns the place's id; null, and nothing is reserved, if the slot or its kitchen is full
 * @throws AppError too_many if its network holds its share unpaid: then the transaction has to fail
 */
export async function reservePlace(
  tx: Database,
  reservation: Omit<Reservation, 'id'>,
  limits: Limits,
): Promise<string | null> {
  const taken = await takeBoth(tx, reservation, limits)
  if (!taken) return null
  await requireShare(tx, reservation, { taken, limits })
  return insertReservation(tx, reservation)
}

/**
 * Keeps the place of an order that is paid. Once its hold has lapsed, the order is taken only if its slot could be chosen
 * at this moment.
 *
 * @returns false if the slot is gone; the order has no place then
 */
export async function keepOrderPlace(
  shop: AppContext,
  tx: Database,
  order: OrderWithPlace,
): Promise<boolean> {
  const { reservationId: id } = order
  if (id === null || (await keepHeld(tx, id, shop.clock.now()))) return true
  // What has lapsed just now may not have been given back yet, and must not count against the order.
  await releasePlace(tx, id)
  const lapsed = await lockReservation(tx, id)
  if (!lapsed || !(await isStillOpen(shop, tx, { order, place: lapsed }))) return false
  if (!(await takeBoth(tx, lapsed, limitsOf(shop.deliveryPlan.current(), lapsed)))) return false
  await saveReservation(tx, { id, state: 'kept', network: null })
  return true
}

/** By the rule of a new checkout: its zone, closed days, cut-off, lead and capacity. */
async function isStillOpen(
  shop: AppContext,
  tx: Database,
  { order, place: { slotId, productionDay } }: { order: OrderWithPlace; place: Reservation },
): Promise<boolean> {
  const { address, isPickup: pickup, deliveryAt, slotStartsAt, items } = order
  const lines = items.map((item) => ({ ...item, cakeid: item.cakeId ?? '' }))
  const input = { address, pickup, slot: slotId, order: lines }
  try {
    const { place } = await chooseDelivery(shop, tx, { input, deliveryAt, now: shop.clock.now() })
    // A slot that was moved is another one.
    return (
      place?.option.startsAt.getTime() === slotStartsAt?.getTime() &&
      place?.option.productionDay === productionDay
    )
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Gives a place back, if it was taken: it is only asked for again, or not needed any more. */
export async function releasePlace(
  tx: Database,
  id: string,
  state: 'asked' | 'released' = 'released',
) {
  const reservation = await lockReservation(tx, id)
  if (!reservation || reservation.state === state) return
  if (isTaken(reservation)) {
    const { place, work } = partsOf(reservation)
    await giveLoad(tx, place)
    await giveLoad(tx, work)
  }
  await saveReservation(tx, { id, state })
}

/** Releases unpaid places whose time is over. @returns their number */
export async function releaseLapsedPlaces(db: Database, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const lapsed = (await releaseHeld(tx, now)).map(partsOf)
    const places = lapsed.map(({ place }) => place)
    const work = lapsed.map(({ work }) => work)
    for (const part of [...inOrder(places), ...inOrder(work)]) await giveLoad(tx, part)
    return lapsed.length
  })
}

interface SlotMove {
  place: Reservation
  wanted: SlotOfDay
  /** Null for pickup. */
  zone: Zone | null
  leadMinutes: number
  now: Date
}

/**
 * Moves a placed order's place to another slot, with its kitchen minutes. One that is only asked for takes nothing there;
 * its own slot is only checked again, for another zone.
 *
 * @throws AppError conflict for a slot that is full or closed; invalid for one that does not exist
 */
export async function movePlace(
  shop: AppContext,
  tx: Database,
  { place, wanted, zone, leadMinutes, now }: SlotMove,
): Promise<SlotOption> {
  const days = { first: wanted.day, last: wanted.day }
  const need = { place, needs: { leadMinutes, kitchenMinutes: place.kitchenMinutes }, zone, now }
  const option = requireOpenSlot(await readSlotContext({ ...shop, db: tx }, need, days), wanted)
  const { id } = place
  const to = { day: option.day, slotId: option.slot.id, productionDay: option.productionDay }
  if (to.day === place.day && to.slotId === place.slotId) return option
  const from = await lockReservation(tx, id)
  const limits = limitsOf(shop.deliveryPlan.current(), to)
  const isMoved =
    from?.state === 'asked' || (from?.state === 'kept' && (await swap(tx, from, to, limits)))
  if (!isMoved) throw slotTaken(option)
  await saveReservation(tx, { id, ...to })
  return option
}

/** @returns false if the other slot or its kitchen is full: then the transaction has to fail */
async function swap(
  tx: Database,
  from: Reservation,
  to: Pick<Reservation, 'day' | 'slotId' | 'productionDay'>,
  limits: Limits,
): Promise<boolean> {
  const given = partsOf(from)
  const taken = partsOf({ ...from, ...to })
  const places = inOrder([
    { ...given.place, limit: undefined },
    { ...taken.place, limit: limits.places },
  ])
  const work = inOrder([
    { ...given.work, limit: undefined },
    { ...taken.work, limit: limits.kitchenMinutes },
  ])
  const isSameKitchen = from.productionDay === to.productionDay
  for (const { limit, ...part } of [...places, ...(isSameKitchen ? [] : work)]) {
    if (limit === undefined) await giveLoad(tx, part)
    else if ((await takeLoad(tx, { ...part, limit })) === null) return false
  }
  return true
}

/** What a place lacks; `kitchen` is its day with the remaining minutes, if only those are too few. */
export interface Lack extends Pick<SlotOption, 'startsAt' | 'endsAt' | 'orderBy' | 'state'> {
  closedReason: string | null
  kitchen?: { day: string; left: number }
}

/** What an order's slot lacks for more minutes of work; null if nothing. A place that is taken stays in any slot. */
export async function findLack(
  shop: AppContext,
  tx: Database,
  order: Omit<OrderWithPlace, 'items'>,
  minutes: number,
): Promise<Lack | null> {
  const place = await findOrderPlace(tx, order)
  if (!place) return null
  const { day, slotId, productionDay } = place
  // When the cakes can be ready is the quote's matter.
  const need = { zone: null, needs: { leadMinutes: 0, kitchenMinutes: 0 }, now: shop.clock.now() }
  const context = await readSlotContext({ ...shop, db: tx }, need, { first: day, last: day })
  const { plan, loads } = context
  const closedReason = plan.days.get(day)?.closedReason ?? null
  const own = slotOf(order)
  if (!isTaken(place)) {
    const slot = plan.slots.find(({ id }) => id === slotId)
    const option = slot ? slotOption(context, day, slot) : null
    if (!option) return { ...own, state: 'closed', closedReason }
    if (option.state !== 'open') return { ...option, closedReason }
  }
  const limit = kitchenMinutesOf(plan, productionDay)
  const left = limit === null ? minutes : Math.max(0, limit - loads(productionDay, kitchenLoad))
  if (minutes <= left) return null
  return { ...own, state: 'full', closedReason, kitchen: { day: productionDay, left } }
}

function slotOf({ slotStartsAt, slotEndsAt, deliveryAt }: Omit<OrderWithPlace, 'items'>) {
  const startsAt = slotStartsAt ?? deliveryAt
  return { startsAt, endsAt: slotEndsAt ?? deliveryAt, orderBy: startsAt }
}

/**
 * Takes more kitchen minutes for an order, and with those of its first cake its place. Gives back what is below 0.
 *
 * @returns what it lacks: then nothing is taken; null if all is taken
 */
export async function takeWork(
  { deliveryPlan }: AppContext,
  tx: Database,
  order: Omit<OrderWithPlace, 'items'>,
  minutes: number,
): Promise<Lack | null> {
  const { reservationId: id } = order
  if (id === null) return null
  if (minutes < 0) {
    await releaseKitchenMinutes(tx, id, -minutes)
    return null
  }
  const reservation = await lockReservation(tx, id)
  if (!reservation) return null
  const more = { ...reservation, kitchenMinutes: minutes }
  const limits = limitsOf(deliveryPlan.current(), reservation)
  const isFirst = !isTaken(reservation)
  const isTakenNow = isFirst
    ? await takeBoth(tx, more, limits)
    : await takeLoad(tx, { ...partsOf(more).work, limit: limits.kitchenMinutes })
  if (isTakenNow === null) return { ...slotOf(order), state: 'full', closedReason: null }
  const kitchenMinutes = isFirst ? minutes : reservation.kitchenMinutes + minutes
  await saveReservation(tx, { id, state: isFirst ? 'kept' : reservation.state, kitchenMinutes })
  return null
}

/** Releases at most all kitchen minutes of a place; the place stays. */
export async function releaseKitchenMinutes(tx: Database, id: string, minutes: number) {
  const reservation = await lockReservation(tx, id)
  if (!reservation || !isTaken(reservation)) return
  const kitchenMinutes = Math.min(minutes, reservation.kitchenMinutes)
  await giveLoad(tx, partsOf({ ...reservation, kitchenMinutes }).work)
  await saveReservation(tx, { id, kitchenMinutes: reservation.kitchenMinutes - kitchenMinutes })
}

async function takeBoth(
  tx: Database,
  reservation: Omit<Reservation, 'id'>,
  limits: Limits,
): Promise<Taken | null> {
  const { place, work } = partsOf(reservation)
  const places = await takeLoad(tx, { ...place, limit: limits.places })
  if (places === null) return null
  const kitchenMinutes = await takeLoad(tx, { ...work, limit: limits.kitchenMinutes })
  if (kitchenMinutes !== null) return { places, kitchenMinutes }
  await giveLoad(tx, place)
  return null
}

/** What a reservation takes of its slot and of its kitchen. */
function partsOf({ day, slotId, productionDay, kitchenMinutes }: Omit<Reservation, 'id'>) {
  return {
    place: { day, resource: slotId, amount: 1 },
    work: { day: productionDay, resource: kitchenLoad, amount: kitchenMinutes },
  }
}

const inOrder = <Part extends LoadPart>(parts: readonly Part[]) =>
  parts.toSorted((one, other) =>
    `${one.day} ${one.resource}` < `${other.day} ${other.resource}` ? -1 : 1,
  )
