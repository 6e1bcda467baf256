import { and, eq, gt, inArray, ne, not, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import {
  credentials,
  usedCodes,
  users,
  verifications,
} from '#shop/accounts/accounts.tables.server.ts'
import { deleteSecondFactor, endSessions } from '#shop/accounts/sessions.store.server.ts'
import { deleteAddressesOf } from '#shop/address-book/address-book.store.server.ts'
import { auditLog, isChange } from '#shop/audit-log/audit-log.tables.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { disputes, orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'
import { allowForgetting, nobody } from './forget-in-orders.store.server.ts'

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

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

/** The order is still open, however late it is. */
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

/** Deletes the messages about orders. @returns their ids */
export async function deleteMessagesAbout(tx: Database, orderIds: string[]): Promise<string[]> {
  const deleted = await tx
    .delete(messages)
    .where(inArray(messages.orderId, orderIds))
    .returning({ id: messages.id })
  return deleted.map(({ id }) => id)
}

/** Deletes the newsletter and messages of an e-mail. @returns the ids of the messages */
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
      .where(and(isChange, or(eq(auditLog.actorId, userId), asGuest)))
  })
}

/** Ends every way to log in, and leaves a row without its person, because orders refer to it. */
export async function forgetAccount(tx: Database, userId: string, now: Date) {
  await deleteAddressesOf(tx, userId)
  await deleteSecondFactor(tx, userId)
  await endSessions(tx, userId)
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

/**
 * The ids of mails about what is a person's, and of those to their e-mail, if it is verified. A mail about an order of
 * somebody else, such as a guest with the same address, belongs to that order.
 */
export async function findMailsAbout(
  tx: Database,
  {
    userId,
    email,
    ids,
    orderNumbers,
  }: { userId: string; email: string | null; ids: string[]; orderNumbers: string[] },
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
  const toThem = email === null ? undefined : or(eq(mails.recipient, email), named([email]))
  const rows = await tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(or(aboutTheirs, toThem), not(aboutAnotherOrder)))
  return rows.map(({ id }) => id)
}

/** Deletes mails in every state, and their jobs: the reason of a failure may name an address. */
export async function deleteMailsAndJobs(tx: Database, mailIds: string[]) {
  if (mailIds.length === 0) return
  await tx.execute(sql`delete from pgboss.job where data ->> 'mailId' in ${mailIds}`)
  await tx.delete(mails).where(inArray(mails.id, mailIds))
}
