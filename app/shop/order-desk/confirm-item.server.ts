import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import { writeJournal } from '#shop/journal/journal.store.server.ts'
import type { JournalAction } from '#shop/journal/journal-action.ts'
import { holdPlacedOrder } from '#shop/orders/hold-placed-order.server.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { type Decision, decidedStatus, standingOf } from './confirm-item.ts'
import { moveItem } from './order-desk.store.server.ts'

const actions = {
  confirm: 'confirm-item',
  quote: 'quote-item',
  reject: 'reject-item',
} as const satisfies Record<Decision['kind'], JournalAction>

interface Decided {
  caller: Caller
  orderId: string
  itemId: string
  decision: Decision
}

/**
 * Moves an item of a placed order where the baker decided, and answers that in a sentence.
 *
 * @throws AppError not_found, or conflict when the item may not go there now; then nothing is changed
 */
export async function confirmItem(
  { db, clock }: { db: Database; clock: Clock },
  { caller, orderId, itemId, decision }: Decided,
): Promise<string> {
  return db.transaction(async (tx) => {
    const order = await holdPlacedOrder(tx, orderId)
    const item = (await itemsOf(tx, orderId)).find(({ id }) => id === itemId)
    if (!item) throw new AppError('not_found', 'There is no such item in this order.')

    const named = `${item.name} of order ${order.number}`
    const status = decidedStatus(decision, item)
    if (!status) throw new AppError('conflict', `${named} ${standingOf(item)}.`)

    const pricePaise = decision.kind === 'quote' ? decision.pricePaise : item.unitPaise
    await moveItem(tx, itemId, status, decision.kind === 'quote' ? pricePaise : undefined)
    await writeJournal(tx, {
      at: clock.now(),
      by: caller,
      action: actions[decision.kind],
      subject: 'order',
      subjectId: orderId,
      before: { item: itemId, status: item.status, pricePaise: item.unitPaise },
      after: {
        item: itemId,
        status,
        pricePaise,
        ...(decision.kind === 'reject' && { problem: decision.problem }),
      },
    })
    return `${named} ${outcomeOf(decision)}.`
  })
}

function outcomeOf(decision: Decision): string {
  if (decision.kind === 'confirm') return 'is prepared'
  return decision.kind === 'reject'
    ? 'is rejected'
    : `is accepted at ${formatInr(decision.pricePaise)}`
}
