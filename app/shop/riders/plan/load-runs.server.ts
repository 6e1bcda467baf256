import type { AppContext } from '#app/context.server.ts'
import { parseDay } from '#shop/kitchen/kitchen-day.ts'
import { addressText } from '#shop/orders/customer-text.ts'
import { deliveryHours } from '#shop/orders/delivery/delivery-text.ts'
import { fulfilmentAfter } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { drawQr } from '#ui/draw-qr.ts'
import { sumDayMoney } from '../day-money/sum-day-money.ts'
import { ordersToHandOver, type RunRow, runsWith } from '../riders.store.server.ts'
import type { DayRuns, RunOrder, ShownRun } from './day-runs.ts'
import { runLink } from './make-run.server.ts'

/** What the page of runs shows of the day that its address asks for. */
export async function loadRuns(
  deps: Pick<AppContext, 'db' | 'clock' | 'shop' | 'runTokens'>,
  dayText: string | null,
): Promise<DayRuns> {
  const now = deps.clock.now()
  const day = parseDay(dayText, now)
  const handedOver = (await ordersToHandOver(deps.db, day)).filter(isAnyMade)
  const brought = handedOver.filter(({ isPickup }) => !isPickup)
  const ids = brought.map(({ id }) => id)
  const found = await runsWith(deps.db, ids)
  const taken = new Set(
    found.filter(({ run }) => stateOf(run, now) === 'works').map(({ orderId }) => orderId),
  )
  const orders = brought.map((order) => ({
    ...toRunOrder(order, taken),
    hours: deliveryHours(order),
  }))
  const slots = Map.groupBy(orders, ({ hours }) => hours)
  const byId = new Map(orders.map((order) => [order.id, order]))
  const runs = Map.groupBy(found, ({ run }) => run.id)
  return {
    money: sumDayMoney(deps.shop, handedOver),
    day,
    today: kolkataDay(now),
    slots: [...slots].map(([hours, ofSlot]) => ({ hours, orders: ofSlot })),
    runs: [...runs.values()].flatMap((stops) => {
      const [first] = stops
      const own = stops.flatMap(({ orderId }) => byId.get(orderId) ?? [])
      return first ? [toShownRun(deps, first.run, own, now)] : []
    }),
  }
}

function toRunOrder(order: Order, taken: ReadonlySet<string>): RunOrder {
  return {
    id: order.id,
    number: order.number,
    pincode: splitAddress(order.address)?.pincode ?? '',
    address: addressText(order.address),
    status: order.fulfilment,
    canGo: fulfilmentAfter(order.fulfilment, 'dispatch', order) !== null && !taken.has(order.id),
  }
}

function toShownRun(
  deps: Pick<AppContext, 'db' | 'clock' | 'shop' | 'runTokens'>,
  run: RunRow,
  orders: RunOrder[],
  now: Date,
): ShownRun {
  const link = runLink(deps, run.id)
  return {
    id: run.id,
    riderName: run.riderName,
    riderMobile: run.riderMobile,
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
