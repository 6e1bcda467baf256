import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { deliveryTerms, minimumError, shippingCost } from '#shop/delivery/delivery-fees.ts'
import { findOrderZone } from '#shop/delivery/delivery-plan.ts'
import { whyNotToZone } from '#shop/delivery/options/choose-delivery.server.ts'
import { whyPaidAhead } from '#shop/orders/money/cash-on-delivery.store.server.ts'
import { addCharges, openPayment } from '#shop/orders/money/ledger.store.server.ts'
import {
  duePaise,
  isForChange,
  netCharges,
  type PricedChanges,
  paidOnlinePaise,
  payUntil,
  shippingOf,
  takeOffAll,
} from '#shop/orders/money/ledger.ts'
import { updatePayment } from '#shop/orders/money/payments.store.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyAgreed } from '#shop/orders/order-rules.ts'
import {
  findOrder,
  lockOrder,
  type OrderRow,
  saveOrderChange,
} from '#shop/orders/orders.store.server.ts'
import { dayOfOrder, madeLines, takePieces } from '#shop/orders/sold/take-pieces.server.ts'
import { supplyOf } from '#shop/papers/paper.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'
import { refundOverpaid } from '#shop/refunds/refund-payment.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import { changeItems } from './change-items.server.ts'
import type { OrderChanges } from './change-order.schema.ts'
import { chargeDifference, moveToTime, type NewTime } from './change-slot.server.ts'
import { requireChanger } from './check-change.server.ts'

interface PricedChange {
  /** Locked. */
  order: Order
  changes: PricedChanges
  byShop: boolean
  /** What is to be paid first does not wait, but throws `Unpaid`. */
  isAlone: boolean
  /** Null if it stays. */
  newTime: NewTime | null
  /** In another zone; null otherwise. */
  newPlace: Pick<OrderRow, 'address' | 'zone' | 'zoneId'> | null
  changeId: string
  now: Date
  /** What was paid for this change. */
  paidForChangePaise: Paise
}

export interface Priced {
  order: Order
  /** Negative if it costs less. */
  morePaise: Paise
  refundedPaise: Paise
  /** Until this is paid, nothing is changed. */
  toPayPaise: Paise
  /** As it is now, or would be once that is paid. */
  wanted: Order
}

/**
 * Changes what has a price. What it costs less is refunded, or less is due. What it costs more is due at the hand-over; of
 * an order that is paid online it is paid first, and what is to be changed waits in that payment. So does all that is due,
 * if nothing may be due after the change.
 *
 * @throws AppError conflict for a slot that is full or closed, and while a dispute forbids the refund; invalid for one
 *   that does not exist
 */
export async function changePriced(
  context: AppContext,
  tx: Database,
  change: PricedChange,
): Promise<Priced> {
  const { order, newTime, changes, byShop, isAlone } = change
  if (!newTime && !changes.items && !changes.added) return { order, wanted: order, ...noDifference }
  try {
    return await tx.transaction((inner) => applyPriced(context, inner, change))
  } catch (error) {
    if (!(error instanceof Unpaid) || isAlone) throw error
    const { toPayPaise, wanted } = error
    await openPayment(tx, order, {
      paise: toPayPaise,
      provider: context.payments.active.name,
      now: change.now,
      buys: { kind: 'change', changes, ...(byShop && { byShop }) },
    })
    return { order, wanted, ...noDifference, toPayPaise }
  }
}

const noDifference = { morePaise: 0, refundedPaise: 0, toPayPaise: 0 }

/** Undoes a change that is to be paid first. */
export class Unpaid extends Error {
  readonly toPayPaise: Paise
  readonly wanted: Order

  constructor(toPayPaise: Paise, wanted: Order) {
    super('to be paid first')
    this.toPayPaise = toPayPaise
    this.wanted = wanted
  }
}

async function applyPriced(
  context: AppContext,
  tx: Database,
  { order, changes, byShop, newTime, newPlace, changeId, now, paidForChangePaise }: PricedChange,
): Promise<Priced> {
  const event = `change-${changeId}`
  const { items: resized = [], added = [] } = changes
  const addedLines = added.map((line) => ({ ...line, customize: false }))
  // Before the place: every order takes cakes first, so that no two orders deadlock.
  await takePieces(context, tx, {
    lines: [
      ...addedLines,
      ...madeLines(order).map((line) => ({
        ...line,
        ...resized.find(({ id }) => id === line.id),
      })),
    ],
    day: newTime ? (newTime.slot?.wanted.day ?? kolkataDay(newTime.deliveryAt)) : dayOfOrder(order),
    own: order,
  })
  const zone = findOrderZone(context.deliveryPlan.current(), { ...order, ...newPlace })
  const whyNot = zone && whyNotToZone(context, addedLines, zone)
  if (whyNot) throw fieldError('conflict', 'added', whyNot)
  if (newPlace) await saveOrderChange(tx, order.id, newPlace)
  const relocated = { ...order, ...newPlace }
  const moved = newTime
    ? await moveToTime(context, tx, { order: relocated, time: newTime, event, now })
    : relocated
  const by = byShop ? 'shop' : 'customer'
  const withItems =
    resized.length + added.length > 0
      ? await changeItems(context, tx, { order: moved, resized, added, by, event, now })
      : moved
  const charged = await chargeDelivery(context, tx, {
    before: order,
    after: withItems,
    event,
    now,
  })
  const morePaise = charged.chargedPaise - order.chargedPaise
  const isAllAhead = isAnyAgreed(charged) && (await whyPaidAhead(context, tx, charged)) !== null
  const toPayPaise = isAllAhead ? duePaise(charged) : morePaise - paidForChangePaise
  if (toPayPaise > 0 && (isAllAhead || isPaidOnlineFirst(context, order, charged)))
    throw new Unpaid(toPayPaise, charged)
  const refunded =
    morePaise < paidForChangePaise
      ? await refundLess(context, tx, charged, { event, changes })
      : { order: charged, refundedPaise: 0 }
  // For another state all is written again afterwards.
  const { address } = newState(context, order, charged.address) ? order : charged
  await printCharges(context, tx, { ...refunded.order, address }, now)
  return { ...refunded, wanted: refunded.order, morePaise, toPayPaise: 0 }
}

/** What an order costs more is paid online first, if the order was, and beyond the limit of cash. */
function isPaidOnlineFirst({ deliveryPlan }: AppContext, before: Order, after: Order): boolean {
  const { cashLimitPaise } = deliveryPlan.current().usual
  const hasReadyMade = after.items.some(({ customize }) => !customize)
  if (hasReadyMade && duePaise(after) > (cashLimitPaise ?? 0)) return true
  return duePaise(before) <= 0 && paidOnlinePaise(before) > 0
}

async function refundLess(
  context: AppContext,
  tx: Database,
  order: Order,
  { event, changes }: { event: string; changes: PricedChanges },
) {
  try {
    return await refundOverpaid(context, tx, order, { event, reason: 'Costs less after a change' })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    const sentence =
      'Your bank is asking about this payment, so we can’t refund the difference now. Please choose what costs the same.'
    throw fieldError('conflict', changes.time ? 'time' : 'items', sentence)
  }
}

interface ChangedOrder {
  before: Order
  after: Order
  /** The event of this change in charges. */
  event: string
  now: Date
}

/**
 * Charges what the delivery costs more or less, with other cakes or in another zone: the difference by the fees of today,
 * so that what was agreed before stays agreed.
 *
 * @throws AppError conflict below the minimum of the zone
 */
async function chargeDelivery(
  context: AppContext,
  tx: Database,
  { before, after, event, now }: ChangedOrder,
): Promise<Order> {
  const plan = context.deliveryPlan.current()
  const [from, to] = [before, after].map((order) => findOrderZone(plan, order))
  const [subtotalBefore, subtotal] = [readyMadePaise(before), readyMadePaise(after)]
  if (after.isPickup || !from || !to || (from === to && subtotal === subtotalBefore)) return after
  const hasCustom = after.items.some(({ customize }) => customize)
  const error =
    from !== to || subtotal < subtotalBefore ? minimumError(to, { subtotal, hasCustom }) : null
  if (error) throw fieldError('conflict', from === to ? 'items' : 'address.pincode', error)
  const todayPaise = shippingCost(deliveryTerms(to, 0), subtotal)
  const morePaise = todayPaise - shippingCost(deliveryTerms(from, 0), subtotalBefore)
  return chargeDifference(context, tx, after, {
    line: 'delivery',
    // Nobody pays more than today's fee.
    morePaise: Math.min(morePaise, Math.max(0, todayPaise - shippingOf(before).feePaise)),
    event,
    reason: 'The delivery costs less after a change',
    now,
  })
}

/** What a free delivery and a minimum count. */
function readyMadePaise({ items }: Order): Paise {
  const counted = items.filter(({ customize, status }) => !customize && status !== 'cancelled')
  return sumPaise(counted.map(({ unitPaise, amount }) => ({ paise: unitPaise * amount })))
}

interface NewPlace {
  /** As it was, locked. */
  before: Order
  /** Where it goes now, as it is stored already. */
  address: string
  changeId: string
  now: Date
}

/**
 * What is invoiced is taxed where it goes. Of an order that now goes to another state all is credited, and charged again
 * on a new invoice: nobody pays more or less.
 *
 * @returns the name of that state; null where no paper was to be written again
 */
export async function writeAgain(
  context: AppContext,
  tx: Database,
  { before, address, changeId, now }: NewPlace,
): Promise<string | null> {
  const { shop } = context
  const to = newState(context, before, address)
  const isPrinted = before.charges.some(({ paperId }) => paperId !== null)
  if (!to || !isPrinted) return null
  const order = await requireOrder(tx, before.id)
  const owed = netCharges(order).filter(({ paise }) => paise > 0)
  const credited = await addCharges(tx, order, {
    charges: takeOffAll(order),
    cause: 'moved',
    event: `from-${changeId}`,
    reason: `Delivered to ${to.name}: charged again on a new invoice`,
    now,
  })
  await printCharges(context, tx, credited, now)
  const printed = await requireOrder(tx, order.id)
  const event = `to-${changeId}`
  const again = await addCharges(tx, printed, { charges: owed, cause: 'moved', event, shop, now })
  await printCharges(context, tx, again, now)
  return to.name
}

/** The state in which the tax is due at an address; null if it is the order's own. */
function newState({ shop }: AppContext, order: Order, address: string) {
  const { state } = supplyOf({ ...order, address }, shop)
  return state.code === supplyOf(order, shop).state.code ? null : state
}

async function requireOrder(tx: Database, id: string): Promise<Order> {
  const order = await findOrder(tx, id)
  if (!order) throw new Error(`no order ${id}`)
  return order
}

/** The payment that a change of this order waits for; null for none. */
export function waitingChange({ payments }: Order, now: Date) {
  const payment = payments.findLast(isForChange)
  return payment?.status === 'started' && payUntil(payment) > now ? payment : null
}

/** A change on top of the one that waits: both in one, so that one payment buys them. */
export function together(waiting: PricedChanges, later: OrderChanges): OrderChanges {
  const { slot } = later.time === undefined ? waiting : later
  return {
    ...waiting,
    ...later,
    slot,
    address: { ...waiting.address, ...later.address },
    items: byId([...(waiting.items ?? []), ...(later.items ?? [])]),
    added: byId([...(waiting.added ?? []), ...(later.added ?? [])]),
  }
}

/** One for each id, in the place of the first. */
function byId<Line extends { id: string }>(lines: readonly Line[]): Line[] {
  const found = new Map<string, Line>()
  for (const line of lines) found.set(line.id, { ...found.get(line.id), ...line })
  return [...found.values()]
}

/**
 * Drops a change that waits for its payment, which is cancelled at its provider within a minute: whoever may change the
 * order may do it.
 *
 * @param id of the payment
 * @throws AppError forbidden for another customer's order; conflict if another change waits by now
 */
export async function dropChange(
  { db, clock }: AppContext,
  { caller, orderId, id }: { caller: Caller; orderId: string; id: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    const { order } = requireChanger(await lockOrder(tx, orderId), caller)
    const now = clock.now()
    const waiting = waitingChange(order, now)
    if (!waiting) return 'Nothing was changed.'
    if (waiting.id !== id)
      throw new AppError('conflict', 'Another change waits by now. Please look at it first.')
    await updatePayment(tx, id, { until: now, updatedAt: now })
    await recordAudit(tx, { at: now, by: caller, action: 'drop-change', orderId })
    return 'The change that waited is dropped.'
  })
}
