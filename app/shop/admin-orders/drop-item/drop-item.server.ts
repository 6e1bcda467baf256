import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { deliveryNeeds } from '#shop/delivery/delivery-needs.ts'
import { releaseKitchenMinutes } from '#shop/delivery/reservations.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { checkRefundLimit, type RefundLimit } from '#shop/orders/cancel/refund-limit.server.ts'
import { followItems } from '#shop/orders/fulfilment/follow-items.server.ts'
import { cancelledStatuses, nextStatus } from '#shop/orders/item-status.ts'
import { requireInShop } from '#shop/orders/order-errors.ts'
import { limitWaived } from '#shop/orders/order-sums.store.server.ts'
import {
  findOrder,
  itemsOf,
  lockItem,
  releaseCheckout,
  setItemStatus,
} from '#shop/orders/orders.store.server.ts'
import {
  type ItemRow,
  type OrderRow,
  rowsCashToPay,
} from '#shop/orders/whole-orders.store.server.ts'
import { withdrawQuotes } from '#shop/quotes/quotes.store.server.ts'
import { releaseWork } from '#shop/quotes/release-work.server.ts'
import { refundRemaining, requestRefund } from '#shop/refunds/request-refund.server.ts'
import { creditWhatIsNotDue } from '#shop/tax-documents/credit-what-is-not-due.server.ts'
import { waivedOf } from '#shop/tax-documents/waived-of.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { statusSentence } from '../baker-actions/baker-action.ts'
import { reduceCash } from './dropped-cash.store.server.ts'
import { itemDroppedMail } from './item-dropped-mail.server.tsx'

export interface DropItemDeps extends RefundLimit {
  db: Database
  jobs: Jobs
  clock: Clock
  publishedCakes: PublishedCakes
  shop: Pick<ShopDetails, 'customLeadHours'>
}

interface DropRequest {
  caller: Caller
  orderId: string
  itemId: string
  /** Why; the customer reads it. */
  reason: string
}

/**
 * Takes one item out of an order that is still in the shop: refunds what the card paid for it, gives its minutes of the
 * kitchen back and mails the customer. With the last item all that remains is refunded. Returns a sentence for the baker.
 *
 * @throws AppError not_found; conflict when the item is not made anyway, or the order has left; forbidden beyond a manager's
 *   limit
 */
export async function dropItem(
  deps: DropItemDeps,
  { caller, orderId, itemId, reason }: DropRequest,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { order, items, item, title } = await lockItem(tx, orderId, itemId)
    requireInShop(order)
    if (nextStatus(item.status, 'drop', item) === null) {
      throw new AppError('conflict', `${title} ${statusSentence(item)}.`)
    }
    const now = deps.clock.now()
    const isLast = items.every(
      ({ id, status }) => id === itemId || cancelledStatuses.includes(status),
    )
    await setItemStatus(tx, [itemId], 'cancelled', { problem: reason })
    await withdrawQuotes(tx, [itemId], now)
    if (isLast) await releaseCheckout(tx, orderId)
    else if (isInCash({ order, item })) await reduceCash(tx, orderId, item.unitPaise * item.amount)
    if (!isLast && order.waivedPaise > 0) {
      const dropped = { orderId, of: itemId, paise: item.unitPaise * item.amount }
      await limitWaived(tx, orderId, await waivedOf(tx, dropped))
    }
    if (isLast || item.customize) await releaseWork(tx, { order, item })
    else await releaseReadyMade(deps, tx, { order, item })
    const amountPaise = await refundDropped(deps, tx, { order, item, isLast, caller, reason })
    await recordAudit(tx, {
      at: now,
      by: caller,
      action: 'drop-item',
      subject: 'order',
      subjectId: orderId,
      before: { item: itemId, status: item.status },
      after: { item: itemId, status: 'cancelled', reason, amountPaise },
    })
    await followItems(deps, tx, order, caller)
    const lessInCashPaise = await lessInCash(tx, { order, items })
    const mail = { orderId, itemId, amountPaise, lessInCashPaise, isLast }
    await queueMail(deps, tx, itemDroppedMail, mail)
    // What was due in cash.
    await creditWhatIsNotDue(tx, { orderId, of: [itemId], reason: notMade(item), now })
    return `${title} is dropped.${amountPaise > 0 ? ` ${formatInr(amountPaise)} refunded.` : ''}`
  })
}

/** A ready-made item of an order that is paid in cash as a whole. */
function isInCash({ order, item }: Pick<Dropped, 'order' | 'item'>): boolean {
  return order.cardPaise === 0 && !item.customize
}

/** What is due less than before, when an order had these items. */
async function lessInCash(
  tx: Database,
  { order, items }: { order: OrderRow; items: readonly ItemRow[] },
): Promise<Paise> {
  const duePaise = rowsCashToPay(order, items)
  const left = duePaise > 0 ? await findOrder(tx, order.id) : null
  return left ? duePaise - rowsCashToPay(left, await itemsOf(tx, order.id)) : 0
}

interface Dropped {
  order: OrderRow
  item: ItemRow
  /** Nothing of the order is made without it. */
  isLast: boolean
  caller: Caller
  reason: string
}

/** What the card paid for the item, or all that remains with the last one. A customised cake is paid in cash. */
async function refundDropped(
  deps: DropItemDeps,
  tx: Database,
  { order, item, isLast, caller, reason }: Dropped,
): Promise<Paise> {
  const leftPaise = order.cardPaise - order.refundedPaise
  const price = item.customize ? 0 : item.unitPaise * item.amount
  const amountPaise = isLast ? leftPaise : Math.min(price, leftPaise)
  if (amountPaise === 0) return 0
  checkRefundLimit(deps, caller, order.refundedPaise + amountPaise)
  const why = `${item.name} dropped: ${reason}`
  const reasons = { reason: why, creditReason: notMade(item) }
  if (isLast) return refundRemaining(deps, tx, order.id, reasons)
  await requestRefund(deps, tx, {
    order,
    amountPaise,
    ...reasons,
    isReduction: true,
    key: `drop-${item.id}`,
    lines: [{ of: item.id, amountPaise }],
  })
  return amountPaise
}

/** What the credit note says. */
const notMade = ({ name }: Pick<ItemRow, 'name'>) => `${name} not made`

async function releaseReadyMade(
  { publishedCakes, shop }: DropItemDeps,
  tx: Database,
  { order, item }: Pick<Dropped, 'order' | 'item'>,
) {
  if (!order.reservationId) return
  const line = { ...item, cakeid: item.cakeId ?? '' }
  const cakes = publishedCakes.current().byId
  const { kitchenMinutes } = deliveryNeeds([line], { ...shop, cakes })
  await releaseKitchenMinutes(tx, order.reservationId, kitchenMinutes)
}
