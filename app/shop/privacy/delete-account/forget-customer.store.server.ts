import {
  and,
  eq,
  gt,
  inArray,
  isNotNull,
  lt,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import {
  credentials,
  usedCodes,
  users,
  verifications,
} from '#shop/accounts/accounts.tables.server.ts'
import { deleteAddressesOf } from '#shop/accounts/address-book/address-book.store.server.ts'
import { deleteSecondFactor } from '#shop/accounts/second-factor/second-factor.store.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { giftColumns, noGift } from '#shop/orders/gift/gift.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { disputes, orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'
import {
  allowForgetting,
  forgetInTaxDocuments,
  forgetOldTaxDocuments,
  forgetOnTheWay,
  nobody,
} from './forget-in-orders.store.server.ts'

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** Locks an account until the transaction ends; null if it is deleted. */
export async function lockAccount(tx: Database, userId: string) {
  const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return account?.deletedAt === null ? account : null
}

/** Whether nobody else owns the shop. */
export async function isLastOwner(tx: Database, { id, role }: LockedAccount): Promise<boolean> {
  if (role !== 'owner') return false
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'owner'), ne(users.id, id)))
    .for('update')
  return others.length === 0
}

/** What the shop is at work on, however late. */
const onItsWay = ['baking', 'ready', 'out_for_delivery', 'failed'] as const

/** The numbers of orders that are being paid, delivered, refunded or disputed: a bank asks who got what, and where. */
export async function findOpenOrders(tx: Database, userId: string, now: Date): Promise<number[]> {
  const toDeliver = tx
    .select({ id: orderItems.orderId })
    .from(orderItems)
    .where(notInArray(orderItems.status, cancelledStatuses))
  const refunding = tx
    .select({ id: orderPayments.orderId })
    .from(orderPayments)
    .where(eq(orderPayments.status, 'requested'))
  const disputed = tx
    .select({ id: orderPayments.orderId })
    .from(orderPayments)
    .innerJoin(disputes, eq(disputes.paymentId, orderPayments.id))
    .where(inArray(disputes.status, ['open', 'under_review']))
  const rows = await tx
    .select({ number: orders.number })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        or(
          eq(orders.state, 'awaiting_payment'),
          and(
            eq(orders.state, 'placed'),
            or(
              inArray(orders.fulfilment, [...onItsWay]),
              and(eq(orders.fulfilment, 'placed'), gt(orders.deliveryAt, now)),
            ),
            inArray(orders.id, toDeliver),
          ),
          inArray(orders.id, refunding),
          inArray(orders.id, disputed),
        ),
      ),
    )
    .orderBy(orders.number)
  return rows.map(({ number }) => number)
}

/** The pincode says in which state the tax is due. */
const addressOfNobody = sql`case when ${orders.address} ~ ',[1-9][0-9]{5},'
  then regexp_replace(${orders.address}, '^.*,([1-9][0-9]{5}),.*$', 'Address deleted,\\1,India')
  else 'Address deleted' end`

/** From a taxable value of ₹50,000 an invoice names its recipient (CGST Rules, rule 46); prices include 5% tax. */
const namesItsRecipient = sql`${orders.state} = 'placed' and 100 * (
    select coalesce(sum(charge.paise), 0) from order_charges charge where charge.order_id = ${orders.id} and charge.paise > 0
  ) >= 105 * ${50_000 * 100}::bigint`

const unlessNamed = (text: typeof orders.customerName | typeof orders.address, other: SQL) =>
  sql`case when ${namesItsRecipient} then ${text} else ${other} end`

/** Removes the person from their orders. Amounts, cakes and serials stay, for tax and for the shop's figures. */
export async function forgetInOrders(tx: Database, userId: string): Promise<ForgottenOrders> {
  const theirs = await tx
    .update(orders)
    .set({
      customerName: unlessNamed(orders.customerName, sql`${nobody}`),
      address: unlessNamed(orders.address, addressOfNobody),
      customerEmail: '',
      customerMobile: '',
      kitchenNote: '',
      ...giftColumns(noGift),
    })
    .where(eq(orders.userId, userId))
    .returning({ id: orders.id, number: orders.number })
  const ids = theirs.map(({ id }) => id)
  await forgetOnTheWay(tx, userId, ids)
  const designs = await tx
    .select({ image: orderItems.image })
    .from(orderItems)
    .where(and(inArray(orderItems.orderId, ids), orderItems.customize))
  await tx
    .update(orderItems)
    .set({
      bname: '',
      detail: '',
      problem: sql`case when ${orderItems.problem} = '' then '' else ${nobody} end`,
      flavour: sql`case when ${orderItems.customize} then '' else ${orderItems.flavour} end`,
      image: sql`case when ${orderItems.customize} then '{}' else ${orderItems.image} end`,
    })
    .where(inArray(orderItems.orderId, ids))
  await forgetInTaxDocuments(tx, ids)
  return {
    ids,
    numbers: theirs.map(({ number }) => String(number)),
    pictures: designs.flatMap(({ image }) => image),
  }
}

interface ForgottenOrders {
  ids: string[]
  numbers: string[]
  /** The paths of the designs they showed. */
  pictures: string[]
}

/** Deletes a person's newsletter and messages, and returns the ids of the messages. */
export async function deleteMessagesOf(tx: Database, email: string): Promise<string[]> {
  await tx.delete(subscribers).where(eq(subscribers.email, email))
  const deleted = await tx
    .delete(messages)
    .where(sql`lower(${messages.email}) = ${email}`)
    .returning({ id: messages.id })
  return deleted.map(({ id }) => id)
}

/** Removes the person, and what was written about them, from the audit log. What happened stays. */
export async function forgetInAuditLog(tx: Database, userId: string, subjectIds: string[]) {
  const withoutTexts = (column: typeof auditLog.before | typeof auditLog.after) =>
    sql`case when jsonb_typeof(${column}) = 'object'
      then ${column} - array['reason', 'note', 'problem', 'lastError', 'name', 'email', 'detail'] else ${column} end`
  // Also what they did as a guest, with orders that they took into the account.
  const asGuest = and(
    eq(auditLog.actor, 'customer'),
    eq(auditLog.subject, 'order'),
    inArray(auditLog.subjectId, subjectIds),
  )
  await allowForgetting(tx, async () => {
    await tx
      .update(auditLog)
      .set({ before: withoutTexts(auditLog.before), after: withoutTexts(auditLog.after) })
      .where(inArray(auditLog.subjectId, [userId, ...subjectIds]))
    await tx
      .update(auditLog)
      .set({ actorEmail: nobody })
      .where(or(eq(auditLog.actorId, userId), asGuest))
  })
}

/** Ends every way to sign in, and leaves a row without its person, because orders refer to it. */
export async function forgetAccount(tx: Database, userId: string, now: Date) {
  await deleteAddressesOf(tx, userId)
  await deleteSecondFactor(tx, userId)
  await tx.delete(usedCodes).where(eq(usedCodes.userId, userId))
  await tx.delete(credentials).where(eq(credentials.userId, userId))
  await tx.delete(verifications).where(eq(verifications.value, userId))
  await tx
    .update(users)
    .set({
      name: nobody,
      email: `${userId}@deleted.invalid`,
      emailVerified: false,
      role: 'customer',
      twoFactorEnabled: false,
      image: null,
      mobileno: null,
      birthdate: null,
      updatedAt: now,
      deletedAt: now,
    })
    .where(eq(users.id, userId))
}

/** Removes the names and addresses that invoices of deleted accounts had to keep, from before a time. */
export async function forgetInvoiceNames(db: Database, before: Date) {
  const deleted = db.select({ id: users.id }).from(users).where(isNotNull(users.deletedAt))
  await db
    .update(orders)
    .set({ customerName: nobody, address: addressOfNobody })
    .where(
      and(
        inArray(orders.userId, deleted),
        lt(orders.placedAt, before),
        ne(orders.customerName, nobody),
      ),
    )
  await forgetOldTaxDocuments(db, before)
}

interface MailsOf {
  userId: string
  email: string
  ids: string[]
  orderNumbers: string[]
}

/**
 * The ids of mails about something of a person's, or to them. What an e-mail was told about an order of somebody else,
 * as of a guest who gave the same, belongs to that order.
 */
export async function findMailsAbout(
  tx: Database,
  { userId, email, ids, orderNumbers }: MailsOf,
): Promise<string[]> {
  const named = (values: string[]) => sql`exists (
    select 1 from jsonb_each_text(${mails.data}) fact where fact.value in ${values}
  )`
  const aboutTheirs = or(
    named(ids),
    sql`${mails.data} ->> 'orderNumber' in ${['none', ...orderNumbers]}`,
  )
  const aboutAnotherOrder = sql`(exists (
    select 1 from orders o where o.user_id <> ${userId} and o.id::text = ${mails.data} ->> 'orderId'
  ) or exists (
    select 1 from orders o where o.user_id <> ${userId} and o.number::text = ${mails.data} ->> 'orderNumber'
  ))`
  const toThem = and(or(eq(mails.recipient, email), named([email])), not(aboutAnotherOrder))
  const rows = await tx.select({ id: mails.id }).from(mails).where(or(aboutTheirs, toThem))
  return rows.map(({ id }) => id)
}

/** Deletes mails in every state, with their jobs: the reasons of failures may name an address. */
export async function deleteMailsAndJobs(tx: Database, mailIds: string[]) {
  if (mailIds.length === 0) return
  await tx.execute(sql`delete from pgboss.job where data ->> 'mailId' in ${mailIds}`)
  await tx.delete(mails).where(inArray(mails.id, mailIds))
}
