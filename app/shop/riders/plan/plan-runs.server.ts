import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { hourMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { newId } from '#platform/secrets.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { sumDayMoney } from '#shop/handling/door/door-money.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { deliveryHours } from '#shop/orders/delivery/delivery-text.ts'
import { fulfilmentAfter, fulfilmentPhrases } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { doorStanding } from '#shop/orders/money/door-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyMade, noSuchOrder } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder, type OrderRow } from '#shop/orders/orders.store.server.ts'
import { addressToBring, splitAddress } from '#shop/values/india-address.ts'
import { kolkataDay, parseDay } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { drawQr } from '#ui/qr-code.tsx'
import {
  findStop,
  insertRun,
  lastRiders,
  liveRunsOf,
  lockOrders,
  lockRun,
  markRevoked,
  ordersToHandOver,
  putStops,
  type RunRow,
  removeStop,
  runsWith,
  stopsOf,
} from '../riders.store.server.ts'
import { newRunSchema } from '../run.schema.ts'

/** What the page of runs shows of the day in its address. */
export async function loadRuns(shop: AppContext, dayText: string | null) {
  const now = shop.clock.now()
  const day = parseDay(dayText, now)
  const ofDay = await ordersToHandOver(shop.db, day)
  const handedOver = ofDay.filter(isAnyMade)
  const brought = handedOver.filter(({ isPickup }) => !isPickup)
  const found = await runsWith(
    shop.db,
    brought.map(({ id }) => id),
  )
  const takenIds = new Set(
    found.filter(({ run }) => stateOf(run, now) === 'works').map(({ orderId }) => orderId),
  )
  const orders = brought.map((order) => toRunOrder(order, takenIds))
  const slots = Map.groupBy(orders, ({ hours }) => hours)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const riders = await lastRiders(shop.db)
  const runs = Map.groupBy(found, ({ run }) => run.id)
  return {
    // Of an order that is cancelled something may be given back.
    money: sumDayMoney(shop.shop, ofDay),
    day,
    today: kolkataDay(now),
    slots: [...slots].map(([hours, ofSlot]) => ({
      hours,
      orders: ofSlot,
      riders,
      packing: `/admin/packing?${new URLSearchParams({ day, hours })}`,
    })),
    runs: [...runs.values()].flatMap((stops) => {
      const [first] = stops
      const own = stops.flatMap(({ orderId }) => byId.get(orderId) ?? [])
      return first ? [toShownRun(shop, first.run, own, now)] : []
    }),
  }
}

/** The hours are '6 to 8 pm', or '5:30 pm'; the riders those of former runs. */
export type RunSlot = Awaited<ReturnType<typeof loadRuns>>['slots'][number]

/** An order to be brought, as the page of runs shows it. */
export type RunOrder = ReturnType<typeof toRunOrder>

function toRunOrder(order: Order, takenIds: ReadonlySet<string>) {
  const { id, number, address, fulfilment, customerName, recipientName, courier } = order
  const { state, duePaise } = doorStanding(order)
  return {
    id,
    number,
    hours: deliveryHours(order),
    /** 'Meena, collect ₹400, by Porter': who gets it, what is to be taken at the door, and the courier. */
    who: [
      recipientName ?? customerName,
      ...(state === 'due' ? [`collect ${formatInr(duePaise)}`] : []),
      ...(courier ? [`by ${courier.name}`] : []),
    ].join(', '),
    /** '' if the address has none. */
    pincode: splitAddress(address)?.pincode ?? '',
    address: addressToBring(address),
    status: fulfilment,
    /** It can go into a run now. */
    canGo:
      courier === null &&
      fulfilmentAfter(fulfilment, 'dispatch', order) !== null &&
      !takenIds.has(id),
  }
}

export type ShownRun = ReturnType<typeof toShownRun>

function toShownRun(shop: AppContext, run: RunRow, orders: RunOrder[], now: Date) {
  const { id, riderName, riderMobile } = run
  const link = runLink(shop, id)
  return {
    id,
    riderName,
    riderMobile,
    link,
    qr: drawQr(link),
    state: stateOf(run, now),
    /** ISO 8601. */
    linkEndsAt: run.linkEndsAt.toISOString(),
    orders,
  }
}

function stateOf({ revokedAt, linkEndsAt }: RunRow, now: Date): 'works' | 'over' | 'revoked' {
  if (revokedAt) return 'revoked'
  return linkEndsAt > now ? 'works' : 'over'
}

const tag = 'Riders'

const makeRunEndpoint = endpoint({
  method: 'POST',
  path: '/runs/make',
  tag,
  summary: 'Make a rider’s run of ready orders',
  description:
    'Sorted by slot and pincode. The answer has the run’s link, which works until two hours after the last of their slots, or two hours from now if that is later. 409 for an order that is not ready, is picked up, has a courier, or is in another run whose link works.',
  access: 'edit-orders',
  body: newRunSchema.extend({
    orders: z
      .array(orderIdSchema)
      .min(1, 'Please choose an order.')
      .max(50, 'At most 50 orders fit into a run.'),
  }),
  response: messageSchema.extend({ id: z.string(), link: z.string() }),
  problems: [404, 409],
})

const leaveRunEndpoint = endpoint({
  method: 'POST',
  path: '/runs/leave',
  tag,
  summary: 'Take an order out of its run',
  description: 'It can be put into another one. 409 while it is out for delivery.',
  access: 'edit-orders',
  body: z.object({
    run: z.uuid('There is no such run.'),
    order: orderIdSchema,
  }),
  response: messageSchema,
  problems: [404, 409],
})

const revokeRunEndpoint = endpoint({
  method: 'POST',
  path: '/runs/revoke',
  tag,
  summary: 'Make a run’s link useless',
  description: 'At once. Its orders can be put into another run. A second time changes nothing.',
  access: 'edit-orders',
  body: z.object({ run: z.uuid('There is no such run.') }),
  response: messageSchema,
  problems: [404],
})

export type MakeRun = typeof makeRunEndpoint
export type LeaveRun = typeof leaveRunEndpoint
export type RevokeRun = typeof revokeRunEndpoint

export function serveRuns(api: Api, shop: AppContext) {
  const { db, clock } = shop

  api.serve(makeRunEndpoint, async ({ body }, { caller: by }) => {
    const { riderName, riderMobile } = body
    const id = newId()
    const now = clock.now()
    await db.transaction(async (tx) => {
      const orders = await lockOrders(tx, body.orders)
      if (orders.length < new Set(body.orders).size) throw noSuchOrder()
      for (const order of orders) requireReady(order)
      await requireFree(tx, orders, now)
      const linkEndsAt = endOfLink(orders, now)
      const run = { id, riderName, riderMobile, createdAt: now, linkEndsAt, revokedAt: null }
      await insertRun(tx, run)
      const ids = byTimeAndPincode(orders).map((order) => order.id)
      await putStops(tx, id, ids)
      const made = { at: now, by, action: 'make-run' as const, after: { run: id } }
      await recordAudit(tx, ...ids.map((orderId) => ({ ...made, orderId })))
    })
    return { id, link: runLink(shop, id), message: `${riderName}’s run is made. Send the link.` }
  })

  api.serve(leaveRunEndpoint, ({ body: { run, order: orderId } }, { caller: by }) =>
    db.transaction(async (tx) => {
      const order = await lockPlacedOrder(tx, orderId)
      if (!(await findStop(tx, { runId: run, orderId }))) {
        throw new AppError('not_found', 'The order is not in this run.')
      }
      if (order.fulfilment === 'out_for_delivery') {
        throw new AppError('conflict', `Order ${order.number} is out for delivery. Call its rider.`)
      }
      await removeStop(tx, orderId)
      const left = { at: clock.now(), by, action: 'leave-run' as const, before: { run } }
      await recordAudit(tx, { ...left, orderId })
      return { message: 'The order is out of the run.' }
    }),
  )

  // Its orders stay in it until another run takes them over.
  api.serve(revokeRunEndpoint, ({ body: { run: id } }, { caller: by }) =>
    db.transaction(async (tx) => {
      const run = await lockRun(tx, id)
      if (!run) throw new AppError('not_found', 'There is no such run.')
      const revoked = { message: 'The link does not work any more.' }
      if (run.revokedAt) return revoked
      const at = clock.now()
      await markRevoked(tx, id, at)
      const entry = { at, by, action: 'revoke-run' as const, before: { run: id } }
      const stops = await stopsOf(tx, id)
      await recordAudit(tx, ...stops.map(({ order }) => ({ ...entry, orderId: order.id })))
      return revoked
    }),
  )
}

/** How long a run's link works after its last slot, ms. */
const linkWorksAfterMs = 2 * hourMs

function runLink({ shop, runTokens }: AppContext, id: string) {
  return `${shop.publicUrl}/run/${runTokens.sign(id)}`
}

function requireReady({ number, isPickup, fulfilment, courier }: OrderRow) {
  if (courier) throw new AppError('conflict', `A courier brings order ${number}: ${courier.name}.`)
  if (fulfilmentAfter(fulfilment, 'dispatch', { isPickup })) return
  const why = isPickup ? 'is picked up' : fulfilmentPhrases[fulfilment]
  throw new AppError('conflict', `Order ${number} ${why}, so it cannot go into a run.`)
}

/** @throws AppError conflict for an order in a run whose link works */
export async function requireFree(
  tx: Database,
  orders: readonly Pick<OrderRow, 'id' | 'number'>[],
  now: Date,
) {
  const ids = orders.map(({ id }) => id)
  const [taken] = await liveRunsOf(tx, ids, now)
  if (!taken) return
  const number = orders.find(({ id }) => id === taken.orderId)?.number
  throw new AppError('conflict', `Order ${number} is in the run of ${taken.riderName}.`)
}

function endOfLink(orders: readonly OrderRow[], now: Date): Date {
  const ends = orders.map(({ slotEndsAt, deliveryAt }) => (slotEndsAt ?? deliveryAt).getTime())
  return new Date(Math.max(now.getTime(), ...ends) + linkWorksAfterMs)
}

/** What is due first; neighbouring pincodes are neighbouring areas, and within one orders are by number. */
function byTimeAndPincode(orders: readonly OrderRow[]): OrderRow[] {
  const time = ({ slotStartsAt, deliveryAt }: OrderRow) => (slotStartsAt ?? deliveryAt).getTime()
  const pincode = ({ address }: OrderRow) => splitAddress(address)?.pincode ?? ''
  return orders.toSorted(
    (a, b) => time(a) - time(b) || pincode(a).localeCompare(pincode(b)) || a.number - b.number,
  )
}
