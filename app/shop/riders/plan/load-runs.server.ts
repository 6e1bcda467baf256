import type { AppContext } from '#app/context.server.ts'
import { deliveryHours } from '#shop/orders/delivery/delivery-text.ts'
import { fulfilmentAfter } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { addressToBring, splitAddress } from '#shop/values/india-address.ts'
import { kolkataDay, parseDay } from '#shop/values/kolkata-time.ts'
import { drawQr } from '#ui/qr-code.tsx'
import { sumDayMoney } from '../day-money/day-money.ts'
import { ordersToHandOver, type RunRow, runsWith } from '../riders.store.server.ts'
import { runLink } from './make-run.server.ts'
import type { ShownRun } from './run-card.tsx'
import type { RunOrder } from './slot-orders.tsx'

/** What the page of runs shows of the day in its address. */
export async function loadRuns(context: AppContext, dayText: string | null) {
  const now = context.clock.now()
  const day = parseDay(dayText, now)
  const ofDay = await ordersToHandOver(context.db, day)
  const handedOver = ofDay.filter(isAnyMade)
  const brought = handedOver.filter(({ isPickup }) => !isPickup)
  const found = await runsWith(
    context.db,
    brought.map(({ id }) => id),
  )
  const takenIds = new Set(
    found.filter(({ run }) => stateOf(run, now) === 'works').map(({ orderId }) => orderId),
  )
  const orders = brought.map((order) => ({
    ...toRunOrder(order, takenIds),
    hours: deliveryHours(order),
  }))
  const slots = Map.groupBy(orders, ({ hours }) => hours)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const runs = Map.groupBy(found, ({ run }) => run.id)
  return {
    // Of an order that is cancelled something may be given back.
    money: sumDayMoney(context.shop, ofDay),
    day,
    today: kolkataDay(now),
    slots: [...slots].map(([hours, ofSlot]) => ({ hours, orders: ofSlot })),
    runs: [...runs.values()].flatMap((stops) => {
      const [first] = stops
      const own = stops.flatMap(({ orderId }) => byId.get(orderId) ?? [])
      return first ? [toShownRun(context, first.run, own, now)] : []
    }),
  }
}

function toRunOrder(order: Order, takenIds: ReadonlySet<string>): RunOrder {
  const { id, number, address, fulfilment } = order
  return {
    id,
    number,
    pincode: splitAddress(address)?.pincode ?? '',
    address: addressToBring(address),
    status: fulfilment,
    canGo: fulfilmentAfter(fulfilment, 'dispatch', order) !== null && !takenIds.has(id),
  }
}

function toShownRun(context: AppContext, run: RunRow, orders: RunOrder[], now: Date): ShownRun {
  const { id, riderName, riderMobile } = run
  const link = runLink(context, id)
  return {
    id,
    riderName,
    riderMobile,
    link,
    qr: drawQr(link),
    state: stateOf(run, now),
    linkEndsAt: run.linkEndsAt.toISOString(),
    orders,
  }
}

function stateOf({ revokedAt, linkEndsAt }: RunRow, now: Date): ShownRun['state'] {
  if (revokedAt) return 'revoked'
  return linkEndsAt > now ? 'works' : 'over'
}
