import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { lockOrder } from '#shop/orders/orders.store.server.ts'
import { type OrderRow, withItems } from '#shop/orders/whole-orders.store.server.ts'
import { isLossKey } from '#shop/payments/disputes.store.server.ts'
import { findOrderRefunds } from '#shop/payments/payments.store.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { creditWhatIsNotDue } from '../credit-what-is-not-due.server.ts'
import { invoiceContent } from '../invoice-content.ts'
import { issueCreditNotes } from '../issue-credit-notes.server.ts'
import { insertOlderInvoice } from '../tax-documents.store.server.ts'
import {
  clearOlderSerial,
  ordersWithOlderSerial,
  ordersWithWaivedCharged,
} from './older-invoices.store.server.ts'

/**
 * Writes the invoices of serials that an earlier version gave, from what their orders say. It runs at every start, and
 * again for orders that a worker of that version has placed meanwhile.
 */
const writeOlderInvoicesJob = {
  name: 'write-older-invoices',
  data: z.object({}),
  retryLimit: 5,
  schedule: '*/10 * * * *',
} satisfies Job

interface OlderInvoicesDeps {
  db: Database
  clock: Clock
  log: Log
  shop: ShopDetails
}

export function writeOlderInvoicesHandler(deps: OlderInvoicesDeps): JobHandler {
  // Once a start: what is waived from now on is credited when it is waived.
  let areWaivedCredited = false
  return handles(writeOlderInvoicesJob, async () => {
    await writeOlderInvoices(deps)
    if (!areWaivedCredited) await creditOlderWaived(deps)
    areWaivedCredited = true
  })
}

/** Runs the job soon, where there is something to write. */
export async function startWritingOlderInvoices({ db, jobs }: { db: Database; jobs: Jobs }) {
  const [any] = await ordersWithOlderSerial(db, { after: '', limit: 1 })
  if (any) await jobs.enqueue(db, writeOlderInvoicesJob, {})
}

const batchSize = 200

/** Each order in its own transaction, in the order of the serials. */
export async function writeOlderInvoices(deps: OlderInvoicesDeps) {
  for (let after = ''; ; ) {
    const batch = await ordersWithOlderSerial(deps.db, { after, limit: batchSize })
    for (const { id, serial } of batch) {
      try {
        await deps.db.transaction((tx) => writeOlderInvoice(deps, tx, id))
      } catch (error) {
        // One that fails must not block the others.
        deps.log.error({ err: error, serial }, 'an older invoice could not be written')
      }
    }
    if (batch.length < batchSize) return
    after = batch.at(-1)?.serial ?? after
  }
}

/** The order as it stands: all that has a price, with a credit note for each refund and for what is no longer due. */
async function writeOlderInvoice(deps: OlderInvoicesDeps, tx: Database, orderId: string) {
  const row = await lockOrder(tx, orderId)
  if (!row?.invoiceSerial) return
  const [order] = await withItems(tx, [asPaid(row)])
  if (!order) return
  const issuedAt = new Date(order.created_at)
  const items = order.order.filter(({ subtotal }) => subtotal > 0)
  const invoice = invoiceContent({ order, items, withShipping: true, issuedAt }, deps.shop)
  await insertOlderInvoice(tx, row.invoiceSerial, { orderId, ...invoice })
  await creditRefunds(deps, tx, orderId)
  await creditWhatIsNotDue(tx, {
    orderId,
    reason: 'Not supplied, or invoiced before its price was settled',
    now: deps.clock.now(),
  })
  await clearOlderSerial(tx, orderId)
}

/** As it cost when the card paid it: what a cheaper slot gave back since is among the refunds. */
function asPaid(row: OrderRow): OrderRow {
  const { savedPaise } = row
  return {
    ...row,
    surchargePaise: row.surchargePaise + savedPaise,
    shippingPaise: row.shippingPaise + savedPaise,
  }
}

/** Credits what an earlier version waived, or left due of closed orders; each order in its own transaction. */
export async function creditOlderWaived({ db, clock, log }: Omit<OlderInvoicesDeps, 'shop'>) {
  for (let after: string | null = null; ; ) {
    const batch = await ordersWithWaivedCharged(db, { after, limit: batchSize })
    for (const orderId of batch) {
      try {
        await db.transaction(async (tx) => {
          await lockOrder(tx, orderId)
          await creditWhatIsNotDue(tx, { orderId, reason: 'Waived by the shop', now: clock.now() })
        })
      } catch (error) {
        // One that fails must not block the others.
        log.error({ err: error, orderId }, 'waived cash of an older order could not be credited')
      }
    }
    if (batch.length < batchSize) return
    after = batch.at(-1) ?? after
  }
}

async function creditRefunds({ clock }: OlderInvoicesDeps, tx: Database, orderId: string) {
  for (const { id, amountPaise, key } of await findOrderRefunds(tx, orderId)) {
    if (isLossKey(key)) continue
    const credit = { orderId, amountPaise, refundId: id, reason: 'Refund', now: clock.now() }
    await issueCreditNotes(tx, credit)
  }
}
