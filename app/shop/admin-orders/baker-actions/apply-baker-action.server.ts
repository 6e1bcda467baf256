import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { mailWhenPrepared } from '#shop/orders/mails/order-mails.server.tsx'
import { isCancelled } from '#shop/orders/order-status.ts'
import { itemsOf, lockPlacedOrder, setItemStatus } from '#shop/orders/orders.store.server.ts'

import type { ItemRow } from '#shop/orders/whole-orders.store.server.ts'
import { mailItemRejected } from '#shop/quotes/quote-mails.server.tsx'
import { quotePrice } from '#shop/quotes/quote-price.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { type BakerAction, statusAfter, statusSentence } from './baker-action.ts'

interface ConfirmOrderDeps {
  db: Database
  clock: Clock
  jobs: Jobs
}

interface ConfirmRequest {
  caller: Caller
  orderId: string
  itemId: string
  action: BakerAction
}

/**
 * Confirms, quotes or rejects an item of a placed order and mails its customer. Returns a sentence for the baker.
 *
 * @throws AppError not_found, or conflict when the item's status does not allow it; then nothing is changed
 */
export async function confirmOrder(
  deps: ConfirmOrderDeps,
  { caller, orderId, itemId, action }: ConfirmRequest,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    const items = await itemsOf(tx, orderId)
    const item = items.find(({ id }) => id === itemId)
    if (!item) throw new AppError('not_found', 'There is no such item in this order.')

    const named = `${item.name} of order ${order.number}`
    if (!statusAfter(action, item)) {
      throw new AppError('conflict', `${named} ${statusSentence(item)}.`)
    }
    // A declined item could be quoted again, but not in a cancelled order.
    if (isCancelled(items.map(({ status }) => ({ isConfirmed: status })))) {
      throw new AppError('conflict', `Order ${order.number} was cancelled.`)
    }
    if (action.kind === 'quote') {
      await quotePrice(deps, tx, { order, item, pricePaise: action.pricePaise, by: caller })
    } else if (action.kind === 'reject') {
      await reject(deps, tx, { caller, item, problem: action.problem })
    } else {
      await complete(deps, tx, { caller, item })
    }
    await mailWhenPrepared(deps, tx, orderId)
    return `${named} ${outcomeOf(action)}.`
  })
}

interface ItemChange {
  caller: Caller
  item: ItemRow
}

async function reject(
  { clock, jobs }: ConfirmOrderDeps,
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
  await queueMail({ jobs, clock }, tx, mailItemRejected, { orderId, itemId: id })
}

async function complete({ clock }: ConfirmOrderDeps, tx: Database, { caller, item }: ItemChange) {
  const { id, orderId, status, unitPaise } = item
  await setItemStatus(tx, [id], 'completed')
  await recordAudit(tx, {
    at: clock.now(),
    by: caller,
    action: 'confirm-item',
    subject: 'order',
    subjectId: orderId,
    before: { item: id, status, pricePaise: unitPaise },
    after: { item: id, status: 'completed', pricePaise: unitPaise },
  })
}

function outcomeOf(action: BakerAction): string {
  if (action.kind === 'confirm') return 'is prepared'
  return action.kind === 'reject' ? 'is rejected' : `is offered at ${formatInr(action.pricePaise)}`
}
