import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { CurrentPlan } from '#shop/delivery/current-plan.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { followItems } from '#shop/orders/fulfilment/follow-items.server.ts'
import { requireInShop } from '#shop/orders/order-errors.ts'
import { isCancelled } from '#shop/orders/order-status.ts'
import { lockItem, setItemStatus } from '#shop/orders/orders.store.server.ts'
import type { ItemRow } from '#shop/orders/whole-orders.store.server.ts'
import { itemRejectedMail } from '#shop/quotes/quote-mails.server.tsx'
import { quotePrice } from '#shop/quotes/quote-price.server.ts'
import { refundIfNothingIsMade, releaseWork } from '#shop/quotes/release-work.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { type BakerAction, statusAfter, statusSentence } from './baker-action.ts'

export interface BakerActionDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  deliveryPlan: CurrentPlan
}

interface ActionOnItem {
  caller: Caller
  orderId: string
  itemId: string
  action: BakerAction
}

/**
 * Confirms, quotes or rejects an item of a placed order and mails its customer. Returns a sentence for the baker.
 *
 * @throws AppError not_found, conflict when the item's status does not allow it, or invalid when its slot cannot hold the
 *   quoted work; then nothing is changed
 */
export async function applyBakerAction(
  deps: BakerActionDeps,
  { caller, orderId, itemId, action }: ActionOnItem,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { order, items, item, title } = await lockItem(tx, orderId, itemId)
    if (!statusAfter(action, item)) {
      throw new AppError('conflict', `${title} ${statusSentence(item)}.`)
    }
    // A declined item could be quoted again, but not in a cancelled order.
    if (isCancelled(items.map(({ status }) => ({ isConfirmed: status })))) {
      throw new AppError('conflict', `Order ${order.number} was cancelled.`)
    }
    requireInShop(order)
    if (action.kind === 'quote') {
      const { pricePaise, work } = action
      await quotePrice(deps, tx, { order, item, pricePaise, work, by: caller })
    } else if (action.kind === 'reject') {
      await reject(deps, tx, { caller, item, problem: action.problem })
      await releaseWork(tx, { order, item })
    } else {
      await complete(deps, tx, { caller, item })
    }
    await followItems(deps, tx, order, caller)
    if (action.kind === 'reject') await refundIfNothingIsMade(deps, tx, { order, item })
    return `${title} ${describeOutcome(action)}.`
  })
}

interface ItemChange {
  caller: Caller
  item: ItemRow
}

async function reject(
  { clock, jobs }: BakerActionDeps,
  tx: Database,
  { caller, item, problem }: ItemChange & { problem: string },
) {
  const { id, orderId, status } = item
  await setItemStatus(tx, [id], 'rejected', { problem })
  await recordAudit(tx, {
    at: clock.now(),
    by: caller,
    action: 'reject-item',
    subject: 'order',
    subjectId: orderId,
    before: { item: id, status },
    after: { item: id, status: 'rejected', problem },
  })
  await queueMail({ jobs, clock }, tx, itemRejectedMail, { orderId, itemId: id })
}

async function complete({ clock }: BakerActionDeps, tx: Database, { caller, item }: ItemChange) {
  const { id, orderId, status, unitPaise } = item
  const now = clock.now()
  await setItemStatus(tx, [id], 'completed', { preparedAt: now })
  await recordAudit(tx, {
    at: now,
    by: caller,
    action: 'confirm-item',
    subject: 'order',
    subjectId: orderId,
    before: { item: id, status, pricePaise: unitPaise },
    after: { item: id, status: 'completed', pricePaise: unitPaise },
  })
}

function describeOutcome(action: BakerAction): string {
  if (action.kind === 'confirm') return 'is prepared'
  return action.kind === 'reject' ? 'is rejected' : `is quoted at ${formatInr(action.pricePaise)}`
}
