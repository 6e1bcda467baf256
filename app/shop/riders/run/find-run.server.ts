import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import { addressText } from '#shop/orders/customer-text.ts'
import { deliveryHours } from '#shop/orders/delivery/delivery-text.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { cashToPay, orderProgress } from '#shop/orders/order-status.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { doorPaymentsOf } from '../door-money/door-money.store.server.ts'
import { upiLink } from '../door-money/door-money.ts'
import { maxWrongCodes } from '../hand-over.ts'
import { findLiveRun, type StopRow, stopsOf, type WholeOrder } from '../riders.store.server.ts'
import type { RiderRun, RunStop } from './run-stop.ts'

interface FindRunDeps {
  db: Database
  clock: Clock
  runTokens: TokenSigner
  shop: Pick<ShopDetails, 'upiId' | 'name'>
}

/** The run of a link's token; null for a token that we did not sign, a revoked run, and one that is over. */
export async function findRun(
  { db, clock, runTokens, shop }: FindRunDeps,
  token: string,
): Promise<RiderRun | null> {
  const id = runTokens.read(token)
  const run = id && (await findLiveRun(db, id, clock.now()))
  if (!run) return null
  const stops = await stopsOf(db, run.id)
  const settled = new Set((await paymentsOf(db, stops)).map(({ orderId }) => orderId))
  return {
    id: run.id,
    riderName: run.riderName,
    linkEndsAt: run.linkEndsAt.toISOString(),
    // One of which nothing is made any more is not brought.
    stops: stops
      .filter(({ order }) => orderProgress(order.order).toMake > 0)
      .map((stop) => toStop(stop, settled.has(stop.row.id) ? 0 : cashToPay(stop.order), shop)),
  }
}

/** What was taken or waived of those for which something was due. */
async function paymentsOf(db: Database, stops: readonly WholeOrder[]) {
  const due = stops.flatMap(({ row, order }) => (cashToPay(order) > 0 ? [row.id] : []))
  return due.length > 0 ? doorPaymentsOf(db, due) : []
}

function toStop(
  { row, order, stop }: WholeOrder & { stop: StopRow },
  cashDue: number,
  { upiId, name }: FindRunDeps['shop'],
): RunStop {
  return {
    orderId: row.id,
    number: row.number,
    hours: deliveryHours(order),
    name: row.recipientName ?? row.customerName,
    address: addressText(row.address),
    riderNote: row.riderNote,
    phone: phoneOf(row),
    isSurprise: row.isSurprise,
    cashDue,
    upiLink: upiLink({
      ...{ upiId, shopName: name, orderNumber: row.number },
      amountPaise: toPaise(cashDue),
    }),
    codesLeft: maxWrongCodes - stop.wrongCodes,
    status: row.fulfilment,
  }
}

/** Once it is out, its rider may have to call about the door. */
const onTheWay: readonly FulfilmentStatus[] = ['out_for_delivery', 'failed']
const over: readonly FulfilmentStatus[] = ['delivered', 'closed']

/** Whom the rider may call: the recipient, of a surprise only once it is out; or the customer who orders for themselves. */
function phoneOf(row: OrderRow): string | null {
  if (over.includes(row.fulfilment)) return null
  if (row.recipientName === null) return row.customerMobile || null
  if (row.isSurprise && !onTheWay.includes(row.fulfilment)) return null
  return row.recipientMobile || null
}
