import { createHash } from 'node:crypto'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hourMs } from '#platform/durations.ts'
import { type Limits, type Reservation, unpaidOfNetwork } from './reservations.store.server.ts'

type Place = Omit<Reservation, 'id'>

/** As a place names the network of a customer who has not paid: nothing of its address. */
export const networkHash = (address: string) =>
  createHash('sha256').update(address).digest('base64url')

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
