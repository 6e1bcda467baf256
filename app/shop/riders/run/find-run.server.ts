import type { TokenSigner } from '#platform/secrets.server.ts'
import { addressText } from '#shop/orders/customer-text.ts'
import { deliveryHours } from '#shop/orders/delivery/delivery-text.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { isAnyMade } from '#shop/orders/order-status.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { DueNow } from '../door-money/door-money.ts'
import { findDoorStandings } from '../door-money/door-standing.server.ts'
import { type DueNowDeps, findDueNow } from '../door-money/due-now.server.ts'
import { maxWrongCodes } from '../hand-over.ts'
import { findLiveRun, type StopRow, stopsOf, type WholeOrder } from '../riders.store.server.ts'
import type { RiderRun, RunStop } from './run-stop.ts'

interface FindRunDeps extends DueNowDeps {
  runTokens: TokenSigner
}

/** The run of a link's token; null for a token that we did not sign, a revoked run, and one that is over. */
export async function findRun(deps: FindRunDeps, token: string): Promise<RiderRun | null> {
  const { db, clock, runTokens } = deps
  const id = runTokens.read(token)
  const run = id && (await findLiveRun(db, id, clock.now()))
  if (!run) return null
  const stops = await stopsOf(db, run.id)
  const standings = await findDoorStandings(
    db,
    stops.map(({ order }) => order),
  )
  const made = stops
    .map((stop, index) => ({ stop, standing: standings[index] }))
    // One of which nothing is made any more is not brought.
    .filter(({ stop }) => isAnyMade(stop.order.order))
  return {
    id: run.id,
    riderName: run.riderName,
    linkEndsAt: run.linkEndsAt.toISOString(),
    stops: await Promise.all(
      made.map(async ({ stop, standing }) =>
        toStop(stop, await findDueNow(deps, stop.row, standing)),
      ),
    ),
  }
}

function toStop(
  { row, order, stop }: WholeOrder & { stop: StopRow },
  { due, late, upiLink }: DueNow,
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
    cashDue: due,
    late,
    upiLink,
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
