import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hourMs, minuteMs } from '#platform/durations.ts'
import { customMinutes } from '#shop/delivery/delivery-needs.ts'
import { type DeliveryPlan, findZone } from '#shop/delivery/delivery-plan.ts'
import { changeKitchenMinutes, keepPlace } from '#shop/delivery/reservations.store.server.ts'
import { slotText } from '#shop/delivery/slot-text.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import type { ItemRow, OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { formatDate, formatDateTime } from '#shop/values/kolkata-time.ts'
import type { QuotedWork } from './quoted-work.ts'
import { quotesOfOrder } from './quotes.store.server.ts'

interface WorkToCheck {
  plan: DeliveryPlan
  order: OrderRow
  item: ItemRow
  work: QuotedWork
  now: Date
}

/**
 * Checks that the order's slot can still hold a cake, and takes its minutes of the kitchen instead of those that were
 * reckoned with. Nothing is checked of what is not said, and nothing where the order has no slot.
 *
 * @throws AppError invalid, with the field and what there is too little of
 */
export async function checkQuotedWork(tx: Database, { plan, order, item, work, now }: WorkToCheck) {
  requireTime({ plan, order, work, now })
  const { reservationId } = order
  const { workMinutes } = work
  if (!reservationId || workMinutes === null) return
  const earlier = (await quotesOfOrder(tx, order.id)).filter(({ itemId }) => itemId === item.id)
  const quoted = earlier.findLast((quote) => quote.workMinutes !== null)?.workMinutes ?? null
  const before = quoted === null ? customMinutes(item) : quoted * item.amount
  const minutes = workMinutes * item.amount - before
  const full = await changeKitchenMinutes(tx, { id: reservationId, minutes, plan })
  if (!full) return
  const day = formatDate(new Date(`${full.day}T12:00:00+05:30`))
  const sentence = `The kitchen has ${full.left} minutes left on ${day}, and this needs ${minutes} more. Change the day’s minutes, or call the customer.`
  throw fieldError('invalid', 'workMinutes', sentence)
}

/**
 * Takes an order's place again, if it was given back when all that was in it was declined or expired.
 *
 * @throws AppError invalid when somebody else has it, or the kitchen's minutes, now
 */
export async function takePlaceAgain(
  tx: Database,
  { plan, order, item }: Pick<WorkToCheck, 'plan' | 'order' | 'item'>,
) {
  const { reservationId, slotStartsAt: startsAt, slotEndsAt: endsAt } = order
  if (!reservationId || !startsAt || !endsAt || !cancelledStatuses.includes(item.status)) return
  if (await keepPlace(tx, reservationId, plan)) return
  const sentence = `Its place was given back, and ${slotText({ startsAt, endsAt })} is full now. Change the day’s places or minutes, or call the customer.`
  throw new AppError('invalid', sentence)
}

/** 0 for an address that no zone has any more, and for an order that is picked up. */
function travelOf(plan: DeliveryPlan, { address, isPickup }: OrderRow): number {
  if (isPickup) return 0
  return findZone(plan, splitAddress(address)?.pincode ?? '')?.travelMinutes ?? 0
}

/** When the work on a cake must begin to be there at its slot's start; null without a slot, or hours. */
export function latestBegin({
  plan,
  order,
  work,
}: Pick<WorkToCheck, 'plan' | 'order' | 'work'>): Date | null {
  const { slotStartsAt } = order
  if (!slotStartsAt || work.leadHours === null) return null
  const neededMs = work.leadHours * hourMs + travelOf(plan, order) * minuteMs
  return new Date(slotStartsAt.getTime() - neededMs)
}

function requireTime({ now, ...rest }: Omit<WorkToCheck, 'item'>) {
  const begin = latestBegin(rest)
  const { slotStartsAt } = rest.order
  if (!begin || !slotStartsAt || begin > now) return
  const { leadHours } = rest.work
  const thereAt = new Date(slotStartsAt.getTime() + now.getTime() - begin.getTime())
  const sentence = `With ${leadHours} hours and the way it is there at ${formatDateTime(thereAt)}, and its slot begins at ${formatDateTime(slotStartsAt)}. Please call the customer.`
  throw fieldError('invalid', 'leadHours', sentence)
}
