import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { dayMs, minuteMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import {
  type ConsistencyOptions,
  checkConsistency,
  consistencyRules,
  countErrors,
  reportLines,
} from '#shop/consistency/check-consistency.server.ts'
import { uploadPicture } from '#shop/pictures/upload-picture.server.ts'
import { openBusyShop } from '../support/busy-shop.ts'
import { cashOrders } from '../support/cash-orders.ts'
import { buy, refundOrder } from '../support/checkout-steps.ts'
import { plainPicture } from '../support/hostile-pictures.ts'
import { storedPayments, storedRefunds } from '../support/ledger.ts'
import { openTestShop } from '../support/test-shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'cakewala-consistency-'))
const files = createDiskStore(folder)
const busy = await openBusyShop()
const { shop, orders, overrides, failedRefunds } = busy
const { db } = shop.context
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

const databaseOnly: ConsistencyOptions = { withFiles: false, providerDays: null }

const check = (what: Partial<ConsistencyOptions> = {}, read: Database = db) =>
  checkConsistency({ ...shop.context, db: read, files }, { ...databaseOnly, ...what })

/** Runs statements that corrupt the tables, checks, and rolls back. */
async function checkCorrupted(statements: string[]) {
  let report: Awaited<ReturnType<typeof check>> | undefined
  const rollback = new Error('rolled back')
  await db
    .transaction(async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement))
      report = await check({}, tx)
      throw rollback
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error
    })
  if (!report) throw new Error('the check did not run')
  return Object.fromEntries(report.violations.map(({ check: { name }, rows }) => [name, rows]))
}

const names = ({ violations }: Awaited<ReturnType<typeof check>>) =>
  violations.map(({ check: { name } }) => name)

describe('a busy shop', () => {
  it('is consistent, with the provider and its files too', async () => {
    await uploadPicture(
      { ...shop.context, files },
      { bytes: await plainPicture('#aa3355').png().toBuffer(), caller: null, address: '10.0.0.1' },
    )
    shop.wait(1000)
    const report = await check({ withFiles: true, providerDays: 30 })
    expect(names(report)).toEqual(['refund-failed'])
    expect(countErrors(report)).toBe(0)
    expect(reportLines(report)).toEqual([
      expect.stringMatching(
        /^Consistent: 18 orders, 10 payments, 7 refunds, \d+ mails, 10 payments at the provider, in \d+\.\d s$/,
      ),
      'Notice refund-failed: These refunds did not reach the card, in the last 90 days. Found: order 1006: ₹100. The money is with the shop again. Has the customer got it in another way?',
    ])
  })

  it('has every kind of order', async () => {
    const { rows } = await db.execute(
      sql`select state, count(*)::integer as orders from orders group by state order by state`,
    )
    expect(rows).toEqual([
      { state: 'awaiting_payment', orders: 1 },
      { state: 'expired', orders: 3 },
      { state: 'placed', orders: 14 },
    ])
  })
})

const order = (id: string) => `id = '${id}'`
const ofOrder = (id: string) => `order_id = '${id}'`
const checkoutOf = (id: string) => `buys ->> 'kind' = 'order' and ${ofOrder(id)}`
const refundOf = (id: string) => `cause = 'refund' and ${ofOrder(id)}`
const paymentOf = (id: string) => `(select id from order_payments where ${checkoutOf(id)})`
const paperOf = (id: string) =>
  `(select id from order_papers where kind = 'invoice' and ${ofOrder(id)})`
const withoutConstraints = (table: string, ...constraints: string[]) =>
  constraints.map((name) => `alter table ${table} drop constraint ${name}`)
const allowAuditLogChanges = 'alter table audit_log disable trigger audit_log_only_grows'
const allowPaperChanges = 'alter table order_papers disable trigger order_papers_only_grow'
const allowChargeChanges = 'alter table order_charges disable trigger order_charges_only_grow'
const anId = '00000000-0000-4000-8000-000000000001'

/** The sums of an order, so that a corruption of its ledger is not found by its sums. */
const charged = (id: string, paise: number) =>
  `update orders set charged_paise = charged_paise + ${paise} where ${order(id)}`
const slotGone = (id: string) =>
  `update order_payments set returned = 'slot-gone' where ${checkoutOf(id)}`
const paid = (id: string, paise: number) =>
  `update orders set paid_paise = paid_paise + ${paise} where ${order(id)}`

/** A charge that no paper prints; so long ago that no mail is expected. */
const charge = (id: string, line: 'delivery' | 'surcharge', cause: string, paise: number) => [
  `insert into order_charges (id, order_id, line, paise, cause, event, hsn, gst_percent, created_at)
   values (gen_random_uuid(), '${id}', '${line}', ${paise}, '${cause}', 'corrupted', '1905', 18, timestamptz '2026-01-01')`,
  charged(id, paise),
]
/** Cash that was taken at a door, or settled afterwards. */
const cash = (id: string, cause: 'door' | 'counter', paise: number) => [
  `insert into order_payments (id, order_id, paise, method, cause, status, key, by, created_at, updated_at)
   values (gen_random_uuid(), '${id}', ${paise}, 'cash', '${cause}', 'succeeded', 'corrupted', 'rider', now(), now())`,
  paid(id, paise),
]
/** A dispute of ₹500 about an order's payment; so long ago that no mail is expected. */
const dispute = (orderId: string, status: string, createdAt = '2026-01-01') =>
  `insert into disputes (id, payment_id, provider, provider_dispute_id, amount_paise, reason, status, is_refundable, answer_by, reported_at, created_at)
   values ('${anId}', ${paymentOf(orderId)}, 'sandbox', 'du_1', 50000, 'general', '${status}', false,
     timestamptz '2026-11-19', timestamptz '2026-11-12', timestamptz '${createdAt}')`
/** What a lost dispute took. */
const loss = (orderId: string, paise: number) => [
  `insert into order_payments (id, order_id, paise, method, cause, status, provider, provider_id, payment_id, key, created_at, updated_at)
   values (gen_random_uuid(), '${orderId}', -${paise}, 'provider', 'dispute', 'succeeded', 'sandbox', 'du_1',
     ${paymentOf(orderId)}, 'dispute-${anId}', now(), now())`,
  paid(orderId, -paise),
]

const reservationId = '00000000-0000-4000-8000-000000000001'
const reservation = (state: string) => `
  insert into delivery_reservations values ('${reservationId}', '2026-11-20', '${reservationId}',
    '2026-11-20', 0, '${state}', now())`
const inSlot = (id: string) => `
  update orders set reservation_id = '${reservationId}', slot_starts_at = delivery_at,
    slot_ends_at = delivery_at + interval '2 hours' where ${order(id)}`

/** Corrupted rows, the rule that must find them, and its text. */
const corruptions: [rule: string, what: string, statements: string[], text: RegExp][] = [
  [
    'order-items',
    'an order without items',
    [
      ...withoutConstraints('order_charges', 'order_charges_item_id_order_items_id_fk'),
      `delete from order_items where ${ofOrder(orders.expired)}`,
    ],
    /^order 1007 has none$/,
  ],
  [
    'order-waits',
    'an order that waits for a day',
    [
      `update orders set created_at = created_at - interval '1 day' where ${order(orders.awaiting)}`,
    ],
    /^order 10\d\d since 2026-11-19 /,
  ],
  [
    'order-audit',
    'a placed order without an entry in the audit log',
    [allowAuditLogChanges, `delete from audit_log where subject_id = '${orders.plain}'`],
    /^order 1001 \(placed\): 0 entries$/,
  ],
  [
    'order-audit',
    'an order placed twice',
    [
      `insert into audit_log (at, actor, action, subject, subject_id)
       values (now(), 'shop', 'place-order', 'order', '${orders.plain}')`,
    ],
    /^order 1001 \(placed\): 2 entries$/,
  ],
  [
    'order-audit',
    'an order that is gone',
    [
      `insert into audit_log (at, actor, action, subject, subject_id)
       values (now(), 'shop', 'place-order', 'order', '${anId}')`,
    ],
    /^order 00000000-\S+ \(gone\): 1 entries$/,
  ],
  [
    'order-ready',
    'an order that is ready and not prepared',
    [`update orders set fulfilment = 'ready' where ${order(orders.plain)}`],
    /^order 1001 is ready, 0 of 1 items prepared$/,
  ],
  [
    'order-ready',
    'a prepared order that is not ready',
    [`update order_items set status = 'completed' where ${ofOrder(orders.plain)}`],
    /^order 1001 is placed, 1 of 1 items prepared$/,
  ],
  [
    'order-moves',
    'an order that nobody moved',
    [`update orders set fulfilment = 'baking' where ${order(orders.plain)}`],
    /^order 1001 is baking, its newest move none$/,
  ],
  [
    'order-moves',
    'an order elsewhere than its newest move took it',
    [`update orders set fulfilment = 'baking' where ${order(orders.prepared)}`],
    /^order 10\d\d is baking, its newest move ready$/,
  ],
  [
    'order-moves',
    'a move that the audit log does not have',
    [`update order_moves set at = at + interval '1 second' where ${ofOrder(orders.prepared)}`],
    /^order 10\d\d: 1 moves without an entry$/,
  ],
  [
    'cancelled-audit',
    'an order that nobody cancelled',
    [
      allowAuditLogChanges,
      `delete from audit_log where action = 'cancel-order' and subject_id = '${orders.cancelled}'`,
    ],
    /^order 1003$/,
  ],
  [
    'document-year',
    'a serial of another year',
    [
      allowPaperChanges,
      `update order_papers set issued_at = issued_at - interval '1 year' where ${ofOrder(orders.plain)}`,
    ],
    /^CW\/26-27\/0000001 of 2025-11-20 04:30 UTC$/,
  ],
  [
    'serial-gap',
    'a serial that was left out',
    [
      allowPaperChanges,
      `update order_papers set serial = 'CW/26-27/0000099',
       digest = encode(sha256(convert_to('CW/26-27/0000099' || chr(10) || content::text, 'UTF8')), 'hex')
       where serial = 'CW/26-27/0000009'`,
      'update invoice_serials set last = 99',
    ],
    /^CW\/26-27: after 8 comes 99 \(order 10\d\d\)$/,
  ],
  [
    'serial-gap',
    'a serial used twice',
    [
      allowPaperChanges,
      ...withoutConstraints('order_papers', 'order_papers_serial_unique'),
      `update order_papers set serial = 'CW/26-27/0000001' where ${ofOrder(orders.mixed)}`,
    ],
    /^CW\/26-27: after 1 comes 1 \(order 1002\)$/,
  ],
  [
    'serial-last',
    'a counter that is ahead',
    ['update invoice_serials set last = last + 1'],
    /^CW\/26-27: counter 10, highest 9$/,
  ],
  [
    'serial-last',
    'a counter that is gone',
    ['delete from credit_note_serials'],
    /^CN\/26-27: counter missing, highest 5$/,
  ],
  [
    'serial-order',
    'a serial from before the one before it',
    [
      allowPaperChanges,
      `update order_papers set issued_at = issued_at - interval '1 hour' where ${ofOrder(orders.mixed)}`,
    ],
    /^papers: 1, of 2026-11-20 03:30 UTC to 2026-11-20 03:30 UTC, after others of up to 2026-11-20 04:30 UTC$/,
  ],
  [
    'document-digest',
    'an invoice of another time',
    [
      allowPaperChanges,
      `update order_papers set issued_at = issued_at - interval '1 minute' where ${ofOrder(orders.plain)}`,
    ],
    /^CW\/26-27\/0000001$/,
  ],
  [
    'document-digest',
    'an invoice that says something else',
    [
      allowPaperChanges,
      `update order_papers set content = replace(content::text, 'Truffle', 'Trifle')::json where ${ofOrder(orders.plain)}`,
    ],
    /^CW\/26-27\/0000001$/,
  ],
  [
    'document-digest',
    'an invoice that is drawn with other words',
    [
      allowPaperChanges,
      `update order_papers set words = replace(words::text, 'Tax Invoice', 'Receipt')::json where ${ofOrder(orders.plain)}`,
    ],
    /^CW\/26-27\/0000001$/,
  ],
  [
    'paper-charges',
    'a charge that another invoice prints',
    [
      allowChargeChanges,
      `update order_charges set paper_id = ${paperOf(orders.mixed)} where line = 'delivery' and ${ofOrder(orders.plain)}`,
    ],
    /^CW\/26-27\/0000001: ₹900, its charges ₹850$/,
  ],
  [
    'paper-charges',
    'a credit note of another amount than its charge',
    [
      allowChargeChanges,
      `update order_charges set paise = paise - 100 where cause = 'goodwill' and line = 'item' and ${ofOrder(orders.refunded)}`,
      charged(orders.refunded, -100),
    ],
    /^CN\/26-27\/\d+: ₹300, its charges -₹301$/,
  ],
  [
    'charges-printed',
    'delivery that is waived without a credit note',
    charge(orders.accepted, 'delivery', 'waived', -5000),
    /^order 1011: -₹50 for delivery$/,
  ],
  [
    'charges-printed',
    'an invoice that is gone',
    [
      allowPaperChanges,
      allowChargeChanges,
      `update order_charges set paper_id = null where ${ofOrder(orders.plain)}`,
      `delete from order_papers where ${ofOrder(orders.plain)}`,
    ],
    /^order 1001: ₹850 for item$/,
  ],
  [
    'order-and-payment',
    'a placed order whose payment is lost',
    [
      'delete from payment_events',
      `delete from order_payments where ${ofOrder(orders.plain)}`,
      paid(orders.plain, -90_000),
    ],
    /^order 1001 \(₹900\) is placed, its payment missing$/,
  ],
  [
    'order-and-payment',
    'a placed order that nobody paid',
    [
      `update order_payments set status = 'started' where ${ofOrder(orders.plain)}`,
      paid(orders.plain, -90_000),
    ],
    /^order 1001 \(₹900\) is placed, its payment started$/,
  ],
  [
    'order-and-payment',
    'a paid order that waits',
    [
      `update order_payments set status = 'succeeded' where ${ofOrder(orders.awaiting)}`,
      paid(orders.awaiting, 90_000),
    ],
    /is awaiting_payment, its payment succeeded$/,
  ],
  [
    'cash-order',
    'a payment online for an order in cash',
    [
      `insert into order_payments (id, order_id, paise, method, cause, buys, status, provider, key, created_at, updated_at)
       values ('${anId}', '${orders.open}', 5000, 'provider', 'online', '{"kind":"order"}', 'started', 'sandbox', 'corrupted', now(), now())`,
    ],
    /^order 1018 is placed, its payment started$/,
  ],
  [
    'payment-order',
    'a payment of another amount',
    [
      `update order_payments set paise = 100 where ${ofOrder(orders.plain)}`,
      paid(orders.plain, 100 - 90_000),
    ],
    /^payment pi_\S+ of order 1001: ₹1 for ₹900$/,
  ],
  [
    'payment-events',
    'an event of another provider',
    [`update payment_events set provider = 'stripe' where payment_id = ${paymentOf(orders.plain)}`],
    /^event evt_\S+ \(succeeded\) of payment pi_/,
  ],
  [
    'payment-events',
    'an event of no payment',
    [
      ...withoutConstraints('payment_events', 'payment_events_payment_id_order_payments_id_fk'),
      `update payment_events set payment_id = '${anId}' where payment_id = ${paymentOf(orders.plain)}`,
    ],
    /^event evt_\S+ \(succeeded\) of payment 00000000-/,
  ],
  [
    'payment-events',
    'a payment that did not succeed, as its event says',
    [
      `insert into payment_events (id, payment_id, provider, provider_event_id, type, received_at)
       values ('${anId}', ${paymentOf(orders.expired)}, 'sandbox', 'evt_1', 'succeeded', now())`,
    ],
    /^event evt_1 \(succeeded\) of payment pi_/,
  ],
  [
    'payment-events',
    'an event stored twice',
    [
      ...withoutConstraints('payment_events', 'payment_events_once'),
      `insert into payment_events select gen_random_uuid(), payment_id, provider, provider_event_id, type, received_at
       from payment_events where payment_id = ${paymentOf(orders.plain)}`,
    ],
    /^event evt_\S+ is stored 2 times$/,
  ],
  [
    'charged-sum',
    'an order that costs more than its charges',
    [charged(orders.plain, 1)],
    /^order 1001: ₹900\.01, its charges ₹900$/,
  ],
  [
    'charged-sum',
    'charges that are gone',
    [allowChargeChanges, `delete from order_charges where ${ofOrder(orders.expired)}`],
    /^order 1007: ₹900, its charges ₹0$/,
  ],
  [
    'paid-sum',
    'a payment that the order does not know',
    [`update orders set paid_paise = 0 where ${order(orders.plain)}`],
    /^order 1001: ₹0, its payments ₹900$/,
  ],
  [
    'paid-sum',
    'a refund that is gone',
    [`delete from order_payments where ${refundOf(orders.refunded)}`],
    /^order 1004: ₹600, its payments ₹900$/,
  ],
  [
    'item-charges',
    'an item that costs another price',
    [`update order_items set unit_paise = unit_paise + 1 where ${ofOrder(orders.plain)}`],
    /^item 1 of order 1001 is processing at ₹850\.01, charged ₹850, left ₹850$/,
  ],
  [
    'item-charges',
    'another price than the one that was charged when the quote was accepted',
    [`update order_items set unit_paise = unit_paise + 100 where ${ofOrder(orders.accepted)}`],
    /^item 1 of order 1011 is accepted at ₹1,451, charged ₹1,450, left ₹1,450$/,
  ],
  [
    'item-charges',
    'an item that was dropped and is still charged',
    [
      `update order_items set status = 'cancelled' where ${ofOrder(orders.mixed)} and not customize`,
    ],
    /^item 1 of order 1002 is cancelled at ₹850, charged ₹850, left ₹850$/,
  ],
  [
    'shipping-charges',
    'a slot that costs more though nothing is made',
    charge(orders.withdrawn, 'surcharge', 'placed', 5000),
    /^order 1016: surcharge costs ₹50$/,
  ],
  [
    'shipping-charges',
    'a delivery that costs less than nothing',
    [
      ...charge(orders.open, 'surcharge', 'placed', 1000),
      ...charge(orders.open, 'delivery', 'waived', -6000),
    ],
    /^order 1018: delivery costs -₹10$/,
  ],
  [
    'refunds-within',
    'more refunded than was paid',
    [
      ...withoutConstraints('orders', 'orders_sums'),
      `update order_payments set paise = paise - 1 where ${refundOf(orders.cancelled)}`,
      paid(orders.cancelled, -1),
    ],
    /^payment pi_\S+ \(succeeded\): ₹900\.01 of ₹900$/,
  ],
  [
    'refunds-within',
    'a refund of what was not paid',
    [`update order_payments set status = 'cancelled' where ${checkoutOf(orders.refunded)}`],
    /^payment pi_\S+ \(cancelled\): ₹300 of ₹900$/,
  ],
  [
    'refunds-within',
    'a refund of what another order was paid',
    [
      `update order_payments set payment_id = ${paymentOf(orders.plain)} where ${refundOf(orders.refunded)}`,
    ],
    /^payment \S+ \(of another order\): ₹300 of ₹0$/,
  ],
  [
    'overpaid',
    'a cancelled order whose money stays',
    [
      `delete from order_payments where ${refundOf(orders.cancelled)}`,
      paid(orders.cancelled, 90_000),
    ],
    /^order 1003: ₹900 left of the payment, ₹900 too much$/,
  ],
  [
    'unexpected-refund',
    'a late capture that is not refunded',
    [`delete from order_payments where ${refundOf(orders.late)}`, paid(orders.late, 90_000)],
    /^order 1008 is expired, ₹900 of its payment is left$/,
  ],
  [
    'unexpected-refund',
    'a part of what came after the slot was gone',
    [slotGone(orders.late), paid(orders.late, 100)],
    /^order 1008, whose slot was gone, is expired, ₹1 of its payment is left$/,
  ],
  [
    'refund-waits',
    'a refund requested yesterday',
    [
      `update order_payments set status = 'requested', provider_id = null,
       created_at = created_at - interval '1 day' where ${refundOf(orders.refunded)}`,
    ],
    /^order 1004: ₹300$/,
  ],
  [
    'refund-failed',
    'a refund that came back',
    [`update order_payments set status = 'failed' where ${refundOf(orders.refunded)}`],
    /^order 1004: ₹300$/,
  ],
  [
    'door-money',
    'money at a door that was not due',
    cash(orders.refunded, 'door', 5000),
    /^order 1004: ₹50 taken, -₹50 due$/,
  ],
  [
    'door-money',
    'more than was due, and nothing was late',
    cash(orders.accepted, 'door', 160_000),
    /^order 1011: ₹1,600 taken, -₹100 due$/,
  ],
  [
    'door-money',
    'a rest that settles nothing',
    cash(orders.accepted, 'counter', 5000),
    /^order 1011: ₹50 taken, ₹1,450 due$/,
  ],
  [
    'late-charges',
    'a late delivery that nobody decided',
    charge(orders.open, 'delivery', 'late', -5000),
    /^order 1018: ₹50 less, decided never$/,
  ],
  [
    'dispute-lost',
    'a lost dispute that took nothing',
    [dispute(orders.plain, 'lost')],
    /^dispute du_1 of order 1001 is lost \(₹500\), lost ₹0$/,
  ],
  [
    'dispute-lost',
    'a lost dispute that took less',
    [dispute(orders.plain, 'lost'), ...loss(orders.plain, 100)],
    /^dispute du_1 of order 1001 is lost \(₹500\), lost ₹1$/,
  ],
  [
    'dispute-lost',
    'a dispute that was won and took money',
    [dispute(orders.plain, 'won'), ...loss(orders.plain, 50_000)],
    /^dispute du_1 of order 1001 is won \(₹500\), lost ₹500$/,
  ],
  [
    'dispute-lost',
    'a loss of no dispute',
    loss(orders.plain, 50_000),
    /^order 1001: ₹500 lost in no dispute$/,
  ],
  [
    'delivery-loads',
    'a slot that counts an order too many',
    [`insert into delivery_loads values ('2026-11-20', 'slot', 1)`],
    /^2026-11-20 slot: 1 counted, 0 reserved$/,
  ],
  [
    'delivery-loads',
    'a place that is not counted',
    [reservation('kept')],
    /^2026-11-20 00000000-\S+: 0 counted, 1 reserved$/,
  ],
  [
    'delivery-places',
    'a placed order whose place may lapse',
    [reservation('held'), inSlot(orders.plain)],
    /^order 1001 is placed, its place held$/,
  ],
  [
    'delivery-places',
    'a ready-made cake that only asks for its slot',
    [reservation('asked'), inSlot(orders.plain)],
    /^order 1001 is placed, its place asked$/,
  ],
  [
    'dispute-unanswered',
    'a dispute whose day has passed',
    [dispute(orders.plain, 'open')],
    /^order 1001: ₹500$/,
  ],
  [
    'mail-missing',
    'an open dispute without its mail',
    [dispute(orders.plain, 'open', '2026-11-12')],
    /^dispute-opened of order 1001$/,
  ],
  [
    'mail-missing',
    'an ended dispute without its mail',
    [dispute(orders.plain, 'won', '2026-11-12')],
    /^dispute-ended-won of order 1001$/,
  ],
  [
    'mail-missing',
    'a slot that was gone, of which only the shop has heard',
    [slotGone(orders.late)],
    /^slot-gone of order 1008$/,
  ],
  [
    'mail-missing',
    'an order without its mail',
    [`delete from mails where id = 'order-placed-${orders.mixed}'`],
    /^order-placed of order 1002$/,
  ],
  ...(
    [
      ['order-cancelled', `'order-cancelled-${orders.cancelled}'`, 1003],
      [
        'order-refunded',
        `(select distinct 'order-refunded-' || event from order_charges where cause = 'goodwill' and ${ofOrder(orders.refunded)})`,
        1004,
      ],
      [
        'refund-failed',
        `(select 'refund-failed-' || id from order_payments where status = 'failed')`,
        1006,
      ],
      [
        'unexpected-payment',
        `(select 'unexpected-payment-' || number from orders where ${order(orders.late)})`,
        1008,
      ],
      [
        'quote',
        `(select 'quote-' || q.id from quotes q join order_items i on i.id = item_id where ${ofOrder(orders.open)})`,
        1018,
      ],
      [
        'quote-accepted',
        `(select 'quote-accepted-' || q.id from quotes q join order_items i on i.id = item_id where ${ofOrder(orders.accepted)})`,
        1011,
      ],
      [
        'quote-answered',
        `(select 'quote-answered-' || q.id from quotes q join order_items i on i.id = item_id where ${ofOrder(orders.declined)})`,
        1013,
      ],
      [
        'quote-expired',
        `(select 'quote-expired-' || q.id from quotes q join order_items i on i.id = item_id where ${ofOrder(orders.ended)})`,
        1014,
      ],
      [
        'item-rejected',
        `(select 'item-rejected-' || id from order_items where ${ofOrder(orders.rejected)})`,
        1017,
      ],
    ] as const
  ).map(([kind, id, number]): (typeof corruptions)[number] => [
    'mail-missing',
    `no mail ${kind}`,
    [`delete from mails where id = ${id}`],
    new RegExp(`^${kind} of order ${number}$`),
  ]),
  [
    'mail-job',
    'a mail that nothing will send',
    [
      `update mails set status = 'waiting', sent_at = null, created_at = created_at - interval '1 hour'
       where id = 'order-placed-${orders.plain}'`,
    ],
    /^order-placed of 2026-11-20 /,
  ],
  [
    'mail-waits',
    'a mail that waits for two days',
    [
      `update mails set status = 'waiting', sent_at = null where id = 'order-placed-${orders.plain}'`,
      `update pgboss.job set state = 'retry', created_on = '2026-11-18T04:30:00Z'
       where name = 'send-mail' and data ->> 'mailId' = 'order-placed-${orders.plain}'`,
    ],
    /^order-placed of 2026-11-20 /,
  ],
  [
    'mail-dead-letter',
    'a dead-letter mail',
    [
      `update mails set status = 'dead_letter', sent_at = null, last_error = '550 asha@example.in' where id = 'order-placed-${orders.plain}'`,
    ],
    /^order-placed of 2026-11-20 \d\d:\d\d UTC$/,
  ],
  [
    'quote-open',
    'a cake that waits for an answer to nothing',
    [`update quotes set status = 'withdrawn', closed_at = now() where status = 'open'`],
    /^item 1 of order 1018 is quoted, open quotes: 0$/,
  ],
  [
    'quote-open',
    'a quote for a cake that is not made',
    [
      ...withoutConstraints('order_items', 'order_items_customised_priced_when_agreed'),
      `update order_items set status = 'declined' where ${ofOrder(orders.open)}`,
    ],
    /^item 1 of order 1018 is declined, open quotes: 1$/,
  ],
  [
    'quote-accepted',
    'another price than was accepted',
    [`update order_items set unit_paise = 1 where ${ofOrder(orders.accepted)}`],
    /^item 1 of order 1011 is accepted at ₹0\.01, accepted at ₹1,450$/,
  ],
  [
    'quote-accepted',
    'a price that nobody accepted',
    [
      `update quotes set status = 'declined' where item_id = (select id from order_items where ${ofOrder(orders.accepted)})`,
    ],
    /^item 1 of order 1011 is accepted at ₹1,450, accepted at nothing$/,
  ],
  [
    'quote-overdue',
    'a quote that nobody ended',
    [`update quotes set answer_by = '2026-11-19T00:00:00Z' where status = 'open'`],
    /^item 1 of order 1018$/,
  ],
  [
    'picture-rows',
    'a design that does not exist',
    [
      `update order_items set image = array['/pictures/0123456789abcdef0123/640.webp'] where ${ofOrder(orders.open)}`,
    ],
    /^picture 0123456789abcdef0123 of order 1018$/,
  ],
  [
    'picture-rows',
    'a picture of a cake that does not exist',
    [
      ...withoutConstraints('cake_pictures', 'cake_pictures_picture_id_pictures_id_fk'),
      `insert into cake_pictures (cake_id, position, picture_id) values ('truffle', 9, 'gone')`,
    ],
    /^picture gone of the cake truffle$/,
  ],
]

describe('corrupted tables', () => {
  it.each(corruptions)('%s: %s', async (rule, _, statements, named) => {
    const found = await checkCorrupted(statements)
    expect(found[rule]).toContainEqual(expect.stringMatching(named))
    expect(JSON.stringify(found)).not.toContain('asha')
  })

  it('advise nobody to refund by hand what is being refunded', async () => {
    const isBeingMade = `update order_payments set status = 'requested', provider_id = null where ${refundOf(orders.late)}`
    const found = await checkCorrupted([isBeingMade, paid(orders.late, 100)])
    expect(Object.keys(found)).not.toContain('unexpected-refund')
    expect(Object.keys(found)).toContain('paid-sum')
  })

  it('are tried for every rule', () => {
    const tried = new Set(corruptions.map(([rule]) => rule))
    expect([...tried].sort()).toEqual(consistencyRules.map(({ name }) => name).sort())
  })

  it('name twenty places of a rule and count the others', async () => {
    const found = await checkCorrupted([
      `insert into audit_log (at, actor, action, subject, subject_id)
       select now(), 'shop', 'place-order', 'order', 'gone-' || n from generate_series(1, 57) n`,
    ])
    expect(found['order-audit']).toHaveLength(20)
  })
})

it('a clock that was set right is told in one line, and is no error', async () => {
  const later = await openTestShop()
  await later.addCake()
  const { token } = await later.customer()
  const { token: owner } = await later.admin()
  const does = cashOrders(later, { customer: token, owner })
  const place = async () => (await buy(later, token, { checkoutId: crypto.randomUUID() })).orderId
  const refund = (orderId: string) => refundOrder(later, { orderId, amount: 100, token: owner })
  const [one, other, door] = [await place(), await place(), await does.out()]
  await refund(other)
  await later.runJobs()
  later.wait(-20 * minuteMs)
  await refund(one)
  await later.post('/orders/cancelOrders', { email: 'asha@example.in', orderId: other }, token)
  await does.move(door, 'deliver', { money: { method: 'cash', amount: 1550 } })
  await place()
  later.wait(25 * minuteMs)
  await place()
  later.wait(dayMs)
  await later.runJobs()
  const report = await checkConsistency({ ...later.context, files }, databaseOnly)
  expect(reportLines(report)).toEqual([
    expect.stringMatching(/^Consistent: /),
    expect.stringMatching(
      /^Notice serial-order: .* Found: papers: 3, of 2026-11-20 04:10 UTC to 2026-11-20 04:10 UTC, after others of up to 2026-11-20 04:30 UTC\. /,
    ),
  ])
  later.wait(30 * dayMs)
  await later.runJobs()
  const monthLater = await checkConsistency({ ...later.context, files }, databaseOnly)
  expect(names(monthLater)).not.toContain('serial-order')
  await later.close()
})

describe('a difference from the provider', () => {
  const there = async (id: string) =>
    (await storedPayments(db)).find(({ orderId }) => orderId === id)?.providerId ?? ''
  const differences = async (id: string, override: Parameters<typeof overrides.set>[1]) => {
    const paymentId = await there(id)
    const truth = overrides.get(paymentId)
    overrides.set(paymentId, override)
    const report = await check({ providerDays: 30 })
    if (truth) overrides.set(paymentId, truth)
    else overrides.delete(paymentId)
    return report.violations.find(({ check: { name } }) => name === 'provider-payment')?.rows
  }

  it.each([
    [
      'paid there but not here',
      orders.awaiting,
      { status: 'succeeded' as const },
      /succeeded there, started here$/,
    ],
    [
      'paid here but not there',
      orders.plain,
      { status: 'open' as const },
      /open there, succeeded here$/,
    ],
    ['another amount', orders.plain, { amountPaise: 1 }, /₹0\.01 there, ₹900 here$/],
    [
      'a late capture of another amount',
      orders.late,
      { amountPaise: 1 },
      /₹0\.01 there, ₹900 here$/,
    ],
    ['another currency', orders.plain, { currency: 'USD' }, /in USD there$/],
    ['another order', orders.plain, { reference: anId }, /of another order there$/],
  ])('%s', async (_, id, lie, named) => {
    expect(await differences(id, lie)).toEqual([expect.stringMatching(named)])
  })

  it('a refund that failed without a webhook event', async () => {
    const refund = (await storedRefunds(db)).find(({ orderId }) => orderId === orders.refunded)
    failedRefunds.add(refund?.providerId ?? '')
    const report = await check({ providerDays: 30 })
    failedRefunds.delete(refund?.providerId ?? '')
    expect(report.violations.map(({ rows }) => rows)).toContainEqual([
      expect.stringMatching(/a refund of ₹300 is failed there, succeeded here$/),
    ])
  })

  it('does not count older payments, and a provider that does not answer is an error', async () => {
    const before = await check({ providerDays: 0 })
    expect(before.providerPayments).toBe(0)
    const payments = { active: shop.context.payments.active, all: [] }
    const options = { ...databaseOnly, providerDays: 30 }
    const report = await checkConsistency({ ...shop.context, files, payments }, options)
    expect(report.violations).toContainEqual(
      expect.objectContaining({
        check: expect.objectContaining({ name: 'provider-silent' }),
        total: 10,
      }),
    )
    expect(countErrors(report)).toBe(10)
  })
})

it('a picture that lost a file is an error', async () => {
  const bytes = await plainPicture('#55aa33').png().toBuffer()
  const about = { bytes, caller: null, address: '10.0.0.1' }
  const { id } = await uploadPicture({ ...shop.context, files }, about)
  shop.wait(1000)
  await files.remove(`pictures/${id}/640.webp`)
  const report = await check({ withFiles: true })
  expect(reportLines(report).at(-1)).toMatch(
    new RegExp(`^ERROR picture-files: .* Found: picture ${id} lacks 1 of its files\\. `),
  )
})
