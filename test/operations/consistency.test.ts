import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import type { Database } from '#platform/database/database.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import {
  type ConsistencyOptions,
  checkConsistency,
  consistencyRules,
  isConsistent,
  reportLines,
} from '#shop/consistency/check-consistency.server.ts'
import { findOrderRefunds, findPayment } from '#shop/payments/payments.store.server.ts'
import { uploadPicture } from '#shop/pictures/pictures.api.server.ts'
import { openBusyShop } from '../support/busy-shop.ts'
import { plainPicture } from '../support/hostile-pictures.ts'

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
    expect(isConsistent(report)).toBe(true)
    expect(reportLines(report)).toEqual([
      expect.stringMatching(
        /^Consistent: 18 orders, 10 payments, 7 refunds, \d+ mails, 10 payments at the provider, in \d+\.\d s$/,
      ),
      'Notice refund-failed: These refunds did not reach the card, in the last 90 days. Found: order 1006: ₹100.00. The money is with the shop again. Has the customer got it in another way?',
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
const paymentOf = (id: string) => `(select id from payments where ${ofOrder(id)})`
const withoutConstraints = (table: string, ...constraints: string[]) =>
  constraints.map((name) => `alter table ${table} drop constraint ${name}`)
const allowAuditLogChanges = 'alter table audit_log disable trigger audit_log_only_grows'
const allowDocumentChanges = 'alter table tax_documents disable trigger tax_documents_only_grow'
const anId = '00000000-0000-4000-8000-000000000001'

/** A dispute of ₹500 about an order's payment. */
const dispute = (orderId: string, status: string) =>
  `insert into disputes (id, payment_id, provider, provider_dispute_id, amount_paise, reason, status, is_refundable, answer_by, reported_at, created_at)
   values ('${anId}', ${paymentOf(orderId)}, 'sandbox', 'du_1', 50000, 'general', '${status}', false,
     timestamptz '2026-11-19', timestamptz '2026-11-12', timestamptz '2026-11-12')`
/** What a lost dispute counts as. */
const loss = (orderId: string, paise: number) =>
  `insert into refunds (id, payment_id, key, amount_paise, reason, status, provider_refund_id, created_at, updated_at)
   values (gen_random_uuid(), ${paymentOf(orderId)}, 'dispute-${anId}', ${paise}, 'Lost dispute', 'succeeded', 'du_1', now(), now())`

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
    [`delete from order_items where ${ofOrder(orders.plain)}`],
    /^order 1001 has none$/,
  ],
  [
    'order-amounts',
    'an item that costs another price',
    [`update order_items set unit_paise = unit_paise + 1 where ${ofOrder(orders.plain)}`],
    /^order 1001: items ₹850\.01, subtotal ₹850\.00, shipping ₹50\.00, saved ₹0\.00, card ₹900\.00, cash ₹0\.00$/,
  ],
  [
    'order-amounts',
    'a part of a card order that is due in cash',
    [`update orders set card_paise = card_paise - 1, cash_paise = 1 where ${order(orders.plain)}`],
    /^order 1001: .* card ₹899\.99, cash ₹0\.01$/,
  ],
  [
    'order-amounts',
    'shipping that nobody pays',
    [
      ...withoutConstraints('orders', 'orders_amounts_add_up'),
      `update orders set shipping_paise = 0 where ${order(orders.plain)}`,
    ],
    /^order 1001: /,
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
      allowDocumentChanges,
      `update tax_documents set issued_at = issued_at - interval '1 year' where ${ofOrder(orders.plain)}`,
    ],
    /^CW\/26-27\/0000001 of 2025-11-20 04:30 UTC$/,
  ],
  [
    'serial-gap',
    'a serial that was left out',
    [
      allowDocumentChanges,
      `update tax_documents set serial = 'CW/26-27/0000099' where ${ofOrder(orders.mixed)}`,
    ],
    /^CW\/26-27: after 1 comes 3 \(order 1003\)$/,
  ],
  [
    'serial-gap',
    'a serial used twice',
    [
      allowDocumentChanges,
      ...withoutConstraints('tax_documents', 'tax_documents_serial_unique'),
      `update tax_documents set serial = 'CW/26-27/0000001' where ${ofOrder(orders.mixed)}`,
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
      allowDocumentChanges,
      `update tax_documents set issued_at = issued_at - interval '1 hour' where ${ofOrder(orders.mixed)}`,
    ],
    /^CW\/26-27\/0000002 \(order 1002\)$/,
  ],
  [
    'document-digest',
    'an invoice that says something else',
    [
      allowDocumentChanges,
      `update tax_documents set content = replace(content::text, 'Truffle', 'Trifle')::json where ${ofOrder(orders.plain)}`,
    ],
    /^CW\/26-27\/0000001$/,
  ],
  [
    'tax-documents',
    'an invoice that is gone',
    [allowDocumentChanges, `delete from tax_documents where ${ofOrder(orders.plain)}`],
    /^order 1001: invoices less credit notes ₹0\.00, kept or due ₹900\.00$/,
  ],
  [
    'tax-documents',
    'an invoice of another amount than the accepted price',
    [`update order_items set unit_paise = unit_paise + 100 where ${ofOrder(orders.accepted)}`],
    /^order 10\d\d: invoices less credit notes ₹1500\.00, kept or due ₹1501\.00$/,
  ],
  [
    'credit-note-missing',
    'a refund without its credit note',
    [
      allowDocumentChanges,
      `delete from tax_documents where kind = 'credit-note' and ${ofOrder(orders.refunded)}`,
    ],
    /^order 1004: ₹300\.00$/,
  ],
  [
    'order-and-payment',
    'a placed order whose payment is lost',
    [`delete from payment_events`, `delete from payments where ${ofOrder(orders.plain)}`],
    /^order 1001 \(₹900\.00\) is placed, its payment missing$/,
  ],
  [
    'order-and-payment',
    'a placed order that nobody paid',
    [`update payments set status = 'started' where ${ofOrder(orders.plain)}`],
    /^order 1001 \(₹900\.00\) is placed, its payment started$/,
  ],
  [
    'order-and-payment',
    'a paid order that waits',
    [`update payments set status = 'succeeded' where ${ofOrder(orders.awaiting)}`],
    /is awaiting_payment, its payment succeeded$/,
  ],
  [
    'cash-order',
    'a payment for an order in cash',
    [
      `insert into payments (id, order_id, provider, amount_paise, currency, status, created_at, updated_at)
       values ('${anId}', '${orders.open}', 'sandbox', 100, 'INR', 'started', now(), now())`,
    ],
    /^order 10\d\d is placed, its payment started$/,
  ],
  [
    'payment-order',
    'a payment of another amount',
    [`update payments set amount_paise = 100 where ${ofOrder(orders.plain)}`],
    /^payment pi_\S+ of order 1001: ₹1\.00 INR for ₹900\.00$/,
  ],
  [
    'payment-order',
    'a payment in another currency',
    [
      ...withoutConstraints('payments', 'payments_currency'),
      `update payments set currency = 'USD' where ${ofOrder(orders.plain)}`,
    ],
    /^payment pi_\S+ of order 1001: ₹900\.00 USD for ₹900\.00$/,
  ],
  [
    'payment-order',
    'a payment that no provider knows',
    [`update payments set provider_payment_id = null where ${ofOrder(orders.plain)}`],
    /of order 1001/,
  ],
  [
    'payment-order',
    'two payments of one order',
    [
      ...withoutConstraints('payments', 'payments_order_id_unique'),
      `update payments set order_id = '${orders.plain}' where ${ofOrder(orders.mixed)}`,
    ],
    /of order 1001/,
  ],
  [
    'payment-order',
    'a payment of no order',
    [
      ...withoutConstraints('payments', 'payments_order_id_orders_id_fk'),
      `update payments set order_id = '${anId}' where ${ofOrder(orders.plain)}`,
    ],
    /of order none: ₹900\.00 INR for nothing$/,
  ],
  [
    'payment-events',
    'an event of another provider',
    [`update payment_events set provider = 'stripe' where payment_id = ${paymentOf(orders.plain)}`],
    /^event evt_\S+ \(succeeded\) of payment pi_/,
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
    'refunds-within',
    'more refunded than was paid',
    [`update refunds set amount_paise = 90001 where payment_id = ${paymentOf(orders.cancelled)}`],
    /^payment pi_\S+ \(succeeded\): ₹900\.01 of ₹900\.00$/,
  ],
  [
    'refunds-within',
    'a refund of what was not paid',
    [`update refunds set payment_id = ${paymentOf(orders.expired)} where key like 'admin-%'`],
    /^payment pi_\S+ \(cancelled\): /,
  ],
  [
    'refunded-sum',
    'a refund that the order does not know',
    [`update orders set refunded_paise = 0 where ${order(orders.refunded)}`],
    /^order 1004: ₹0\.00, its refunds ₹300\.00$/,
  ],
  [
    'refunded-sum',
    'a refund that is gone',
    [
      ...withoutConstraints('tax_documents', 'tax_documents_refund_id_refunds_id_fk'),
      `delete from refunds where payment_id = ${paymentOf(orders.refunded)}`,
    ],
    /^order 1004: ₹300\.00, its refunds ₹0\.00$/,
  ],
  [
    'refunded-whole',
    'an order that is baked though all of its money went back',
    [`update orders set is_refunded_whole = false where ${order(orders.cancelled)}`],
    /^order 1003 is not refunded whole: ₹900\.00 of ₹900\.00$/,
  ],
  [
    'refunded-whole',
    'an order that is not baked though it only became less',
    [`update refunds set key = 'drop-${anId}' where payment_id = ${paymentOf(orders.cancelled)}`],
    /^order 1003 is refunded whole: ₹900\.00 of ₹900\.00$/,
  ],
  [
    'cancelled-refund',
    'a cancelled order whose money stays',
    [
      `update orders set refunded_paise = 100, is_refunded_whole = false where ${order(orders.cancelled)}`,
    ],
    /^order 1003: ₹1\.00 of ₹900\.00$/,
  ],
  [
    'dropped-refund',
    'an item that was dropped and not refunded',
    [
      `update order_items set status = 'cancelled' where ${ofOrder(orders.mixed)} and not customize`,
    ],
    /^order 1002: ₹0\.00, dropped ₹850\.00$/,
  ],
  [
    'unexpected-refund',
    'a late capture that is not refunded',
    [`delete from refunds where payment_id = ${paymentOf(orders.late)}`],
    /^order 10\d\d is expired, its payment succeeded, its refund missing$/,
  ],
  [
    'unexpected-refund',
    'a late capture that is refunded to another payment',
    [
      `update refunds set payment_id = ${paymentOf(orders.plain)} where payment_id = ${paymentOf(orders.late)}`,
    ],
    /^refund unexpected-\S+ of another payment$/,
  ],
  [
    'door-payments',
    'money at a door that was not due',
    [
      `insert into door_payments (order_id, part, due_paise, taken_paise, method, reason, by, at)
       select id, 'door', 5000, 5000, 'cash', '', 'rider', now() from orders where ${order(orders.refunded)}`,
    ],
    /^order 1004: ₹50\.00 at the door, ₹50\.00 taken, ₹0\.00 due in cash$/,
  ],
  [
    'door-payments',
    'more than was due, and nothing was late',
    [
      `insert into door_payments (order_id, part, due_paise, taken_paise, method, reason, by, at)
       select id, 'door', 150000, 160000, 'cash', '', 'rider', now() from orders where ${order(orders.accepted)}`,
    ],
    /^order 1011: ₹1500\.00 at the door, ₹1600\.00 taken, ₹1500\.00 due in cash$/,
  ],
  [
    'door-payments',
    'a rest that settles nothing',
    [
      `insert into door_payments (order_id, part, due_paise, taken_paise, method, reason, by, at)
       select id, 'rest', 5000, 5000, 'cash', '', 'rider', now() from orders where ${order(orders.accepted)}`,
    ],
    /^order 1011: nothing at the door/,
  ],
  [
    'waived-cash',
    'more waived than is due',
    [`update orders set waived_paise = 150001 where ${order(orders.accepted)}`],
    /^order 1011: ₹1500\.01 waived, ₹0\.00 of it late, of ₹1500\.00$/,
  ],
  [
    'waived-cash',
    'a late delivery that lowered nothing',
    [
      `insert into late_deliveries (order_id, minutes, outcome, card_paise, cash_paise, decided_at)
       select id, 45, 'owed', 0, 5000, now() from orders where ${order(orders.accepted)}`,
    ],
    /^order 1011: ₹0\.00 waived, ₹50\.00 of it late, of ₹1500\.00$/,
  ],
  [
    'tax-documents',
    'cash that is waived without a credit note',
    [`update orders set waived_paise = 5000 where ${order(orders.accepted)}`],
    /^order 1011: invoices less credit notes ₹1500\.00, kept or due ₹1450\.00$/,
  ],
  [
    'late-refunds',
    'a late delivery that is not refunded',
    [
      `insert into late_deliveries (order_id, minutes, outcome, card_paise, decided_at)
       select id, 45, 'owed', 5000, now() from orders where ${order(orders.refunded)}`,
    ],
    /^order 1004: ₹50\.00 owed, ₹0\.00 refunded$/,
  ],
  [
    'refund-waits',
    'a refund requested yesterday',
    [
      `update refunds set status = 'requested', provider_refund_id = null,
       created_at = created_at - interval '1 day' where payment_id = ${paymentOf(orders.refunded)}`,
    ],
    /^order 1004: ₹300\.00$/,
  ],
  [
    'dispute-lost',
    'a lost dispute that counts as nothing',
    [dispute(orders.plain, 'lost')],
    /^dispute du_1 of order 1001 is lost \(₹500\.00\), refunded nothing$/,
  ],
  [
    'dispute-lost',
    'a lost dispute that counts as less',
    [dispute(orders.plain, 'lost'), loss(orders.plain, 100)],
    /^dispute du_1 of order 1001 is lost \(₹500\.00\), refunded ₹1\.00$/,
  ],
  [
    'dispute-lost',
    'a dispute that was won and counts as lost',
    [dispute(orders.plain, 'won'), loss(orders.plain, 50_000)],
    /^dispute du_1 of order 1001 is won /,
  ],
  [
    'dispute-lost',
    'a loss of no dispute',
    [loss(orders.plain, 50_000)],
    /^dispute dispute-\S+ of order 1001 is missing /,
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
    'dispute-unanswered',
    'a dispute whose day has passed',
    [dispute(orders.plain, 'open')],
    /^order 1001: ₹500\.00$/,
  ],
  [
    'mail-missing',
    'an open dispute without its mail',
    [dispute(orders.plain, 'open'), `update mails set created_at = timestamptz '2026-11-01'`],
    /^dispute-opened of order 1001$/,
  ],
  [
    'mail-missing',
    'an ended dispute without its mail',
    [dispute(orders.plain, 'won'), `update mails set created_at = timestamptz '2026-11-01'`],
    /^dispute-ended-won of order 1001$/,
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
        `(select 'order-refunded-' || substr(key, 7) from refunds where payment_id = ${paymentOf(orders.refunded)})`,
        1004,
      ],
      [
        'refund-failed',
        `(select 'refund-failed-' || id from refunds where status = 'failed')`,
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
    /^item 1 of order 1011 is accepted at ₹0\.01, accepted at ₹1450\.00$/,
  ],
  [
    'quote-accepted',
    'a price that nobody accepted',
    [
      `update quotes set status = 'declined' where item_id = (select id from order_items where ${ofOrder(orders.accepted)})`,
    ],
    /^item 1 of order 1011 is accepted at ₹1450\.00, accepted at nothing$/,
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

  it('are tried for every rule', () => {
    const tried = new Set([...corruptions.map(([rule]) => rule), 'refund-failed'])
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

describe('a difference from the provider', () => {
  const there = async (id: string) => (await findPayment(db, id))?.providerPaymentId ?? ''
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
    const [refund] = await findOrderRefunds(db, orders.refunded)
    failedRefunds.add(refund?.providerRefundId ?? '')
    const report = await check({ providerDays: 30 })
    failedRefunds.delete(refund?.providerRefundId ?? '')
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
    expect(isConsistent(report)).toBe(false)
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
