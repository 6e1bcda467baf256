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

interface ConfirmItemDeps {
  db: Database
  clock: Clock
  jobs: Jobs
}

interface Decided {
  caller: Caller
  orderId: string
  itemId: string
  decision: BakerAction
}

/**
 * Moves an item of a placed order where the baker decided, has its customer told, and answers that in a sentence.
 *
 * @throws AppError not_found, or conflict when the item may not go there now; then nothing is changed
 */
export async function confirmOrder(
  deps: ConfirmItemDeps,
  { caller, orderId, itemId, decision }: Decided,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    const items = await itemsOf(tx, orderId)
    const item = items.find(({ id }) => id === itemId)
    if (!item) throw new AppError('not_found', 'There is no such item in this order.')

    const named = `${item.name} of order ${order.number}`
    if (!statusAfter(decision, item)) {
      throw new AppError('conflict', `${named} ${statusSentence(item)}.`)
    }
    // What was declined could be offered anew, but its order is over, and its money given back.
    if (isCancelled(items.map(({ status }) => ({ isConfirmed: status })))) {
      throw new AppError('conflict', `Order ${order.number} was cancelled.`)
    }
    if (decision.kind === 'quote') {
      await quotePrice(deps, tx, { order, item, pricePaise: decision.pricePaise, by: caller })
    } else if (decision.kind === 'reject') {
      await reject(deps, tx, { caller, item, problem: decision.problem })
    } else {
      await complete(deps, tx, { caller, item })
    }
    await mailWhenPrepared(deps, tx, orderId)
    return `${named} ${outcomeOf(decision)}.`
  })
}

interface Moved {
  caller: Caller
  item: ItemRow
}

async function reject(
  { clock, jobs }: ConfirmItemDeps,
  tx: Database,
  { caller, item, problem }: Moved & { problem: string },
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

async function complete({ clock }: ConfirmItemDeps, tx: Database, { caller, item }: Moved) {
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

function outcomeOf(decision: BakerAction): string {
  if (decision.kind === 'confirm') return 'is prepared'
  return decision.kind === 'reject'
    ? 'is rejected'
    : `is offered at ${formatInr(decision.pricePaise)}`
}
