import type { AppContext } from '#app/context.server.ts'
import { addressText } from '#shop/orders/customer-text.ts'
import { deliveryHours } from '#shop/orders/delivery/delivery-text.ts'
import type { DueNow } from '#shop/orders/door/door-money.ts'
import { findDueNow } from '#shop/orders/door/due-now.server.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { maxWrongCodes } from '../hand-over.ts'
import { findLiveRun, type StopRow, stopsOf } from '../riders.store.server.ts'
import type { RiderRun, RunStop } from './run-stop.ts'

/** The run of a link's token; null for a token that we did not sign, a revoked run, and one that is over. */
export async function findRun(
  deps: Pick<AppContext, 'db' | 'clock' | 'shop' | 'lateScale' | 'runTokens'>,
  token: string,
): Promise<RiderRun | null> {
  const { db, clock, runTokens } = deps
  const id = runTokens.read(token)
  const run = id && (await findLiveRun(db, id, clock.now()))
  if (!run) return null
  const stops = await stopsOf(db, run.id)
  // One of which nothing is made any more is not brought.
  const made = stops.filter(({ order }) => isAnyMade(order))
  return {
    id: run.id,
    riderName: run.riderName,
    linkEndsAt: run.linkEndsAt.toISOString(),
    stops: await Promise.all(
      made.map(async (stop) => toStop(stop, await findDueNow(deps, stop.order))),
    ),
  }
}

function toStop(
  { order, stop }: { order: Order; stop: StopRow },
  { due, late, upiLink }: DueNow,
): RunStop {
  return {
    orderId: order.id,
    number: order.number,
    hours: deliveryHours(order),
    name: order.recipientName ?? order.customerName,
    address: addressText(order.address),
    riderNote: order.riderNote,
    phone: phoneOf(order),
    isSurprise: order.isSurprise,
    cashDue: due,
    late,
    upiLink,
    codesLeft: maxWrongCodes - stop.wrongCodes,
    status: order.fulfilment,
  }
}

/** Once it is out, its rider may have to call about the door. */
const onTheWay: readonly FulfilmentStatus[] = ['out_for_delivery', 'failed']
const over: readonly FulfilmentStatus[] = ['delivered', 'closed']

/** Whom the rider may call: the recipient, of a surprise only once it is out; or the customer who orders for themselves. */
function phoneOf(order: Order): string | null {
  if (over.includes(order.fulfilment)) return null
  if (order.recipientName === null) return order.customerMobile || null
  if (order.isSurprise && !onTheWay.includes(order.fulfilment)) return null
  return order.recipientMobile || null
}
