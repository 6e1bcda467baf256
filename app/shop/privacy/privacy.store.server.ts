import {
  and,
  eq,
  exists,
  gt,
  inArray,
  lt,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type PgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import type { Person } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import {
  disputes,
  orderCharges,
  orderPayments,
  paymentEvents,
} from '#shop/orders/money/ledger.tables.server.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { orderItems, orders, quotes } from '#shop/orders/orders.tables.server.ts'
import { messages } from '#shop/storefront/storefront.tables.server.ts'

const query = new QueryBuilder()

export const ordersOf = ({ id }: Person) =>
  query.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))

/** As they stand in columns that refer to several things. */
export const orderIdsOf = ({ id }: Person) =>
  sql`select ${orders.id}::text from ${orders} where ${orders.userId} = ${id}`

export const itemsOf = (person: Person) =>
  query
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(inArray(orderItems.orderId, ordersOf(person)))

export const ifVerified = ({ emailVerified }: Person, condition: SQL) =>
  emailVerified ? condition : sql`false`

/** Replaces the name and the e-mail of a deleted account. */
export const nobody = 'Deleted account'

/** The pincode says in which state the tax is due. */
export const addressOfNobody = sql`case when ${orders.address} ~ ',[1-9][0-9]{5},'
  then regexp_replace(${orders.address}, '^.*,([1-9][0-9]{5}),.*$', 'Address deleted,\\1,India')
  else 'Address deleted' end`

/** From a taxable value of ₹50,000 an invoice names its recipient (CGST Rules, rule 46). */
export const namedFromPaise = 50_000 * 100

/** Prices include 5% tax. */
const namesItsRecipient = sql`${orders.state} = 'placed' and 100 * (
    select coalesce(sum(charge.paise), 0) from order_charges charge where charge.order_id = ${orders.id} and charge.paise > 0
  ) >= 105 * ${namedFromPaise}::bigint`

export const unlessNamed = (text: PgColumn, other: SQL) =>
  sql`case when ${namesItsRecipient} then ${text} else ${other} end`

export const personalOfNobody = sql`jsonb_build_object('name', ${nobody}::text, 'address',
  'Address deleted' || coalesce(', ' || substring(${orderPapers.personal} ->> 'address' from '(?:^|, )([1-9][0-9]{5}), '), ''))`

/** Whose invoices had to keep a name until now. */
export const isOfDeleted = sql`exists (select 1 from ${users} where ${users.id} = ${orders.userId} and ${users.deletedAt} is not null)`

/**
 * Mails about what is a person's, and those to their e-mail. A mail about an order of somebody else, such as a guest with
 * the same address, belongs to that order.
 */
export function mailsOf(person: Person) {
  const { id, email } = person
  const says = (values: SQL) => sql`exists (
    select 1 from jsonb_each_text(${mails.data}) fact where fact.value in (${values})
  )`
  const orderNumber = sql`${mails.data} ->> 'orderNumber'`
  const theirs = sql`select ${id} union all ${orderIdsOf(person)}
    union all select ${messages.id}::text from ${messages} where ${messagesOf(person)}`
  const anothers = (named: SQL) =>
    sql`exists (select 1 from orders o where o.user_id <> ${id} and ${named})`
  // Two, because the database cannot look up either of two columns at once.
  const isOfAnother = sql`(${anothers(sql`o.id::text = ${mails.data} ->> 'orderId'`)}
    or ${anothers(sql`o.number::text = ${orderNumber}`)})`
  return and(
    or(
      says(theirs),
      sql`${orderNumber} in (select number::text from orders where user_id = ${id})`,
      ifVerified(person, sql`(${eq(mails.recipient, email)} or ${says(sql`${email}`)})`),
    ),
    not(isOfAnother),
  )
}

export const orderOfDispute = sql`(select order_id from order_payments where order_payments.id = disputes.payment_id)`

export const messagesOf = (person: Person) =>
  or(
    inArray(messages.orderId, ordersOf(person)),
    ifVerified(person, sql`lower(${messages.email}) = ${person.email}`),
  )

/** Without what somebody wrote. */
export const withoutTexts = (column: PgColumn) =>
  sql`case when jsonb_typeof(${column}) = 'object'
    then ${column} - array['reason', 'note', 'problem', 'lastError', 'name', 'email', 'detail'] else ${column} end`

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

/** Locks a person's orders, and says what has files: their designs, their photos by the order, and mails about them. */
export async function lockFilesOf(tx: Database, person: Person) {
  const theirs = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, person.id))
    .orderBy(orders.number)
    .for('update')
  const designs = await tx
    .select({ image: orderItems.image })
    .from(orderItems)
    .where(and(inArray(orderItems.orderId, ordersOf(person)), orderItems.customize))
  const about = await tx.select({ id: mails.id }).from(mails).where(mailsOf(person))
  return {
    designs: designs.flatMap(({ image }) => image),
    orderIds: theirs.map(({ id }) => id),
    mailIds: about.map(({ id }) => id),
  }
}

/** The reason of a failure may name an address. */
export async function deleteJobsOf(tx: Database, mailIds: string[]) {
  if (mailIds.length === 0) return
  await tx.execute(sql`delete from pgboss.job where data ->> 'mailId' in ${mailIds}`)
}

export async function markDeleted(tx: Database, userId: string, now: Date) {
  await tx.update(users).set({ updatedAt: now, deletedAt: now }).where(eq(users.id, userId))
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

/** How many orders go in one transaction: others wait for its locks. */
const batchSize = 100

/** Deletes expired orders with their orderPayments, unless a payment has moved money. */
export async function deleteUnpaidOrders(db: Database, before: Date) {
  while ((await deleteBatch(db, before)) === batchSize);
}

function deleteBatch(db: Database, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const movedMoney = exists(
      tx
        .select({ id: orderPayments.id })
        .from(orderPayments)
        .where(and(eq(orderPayments.orderId, orders.id), ne(orderPayments.status, 'cancelled'))),
    )
    const rows = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.state, 'expired'), lt(orders.createdAt, before), not(movedMoney)))
      .limit(batchSize)
      .for('update')
    const ids = rows.map(({ id }) => id)
    const theirPayments = tx
      .select({ id: orderPayments.id })
      .from(orderPayments)
      .where(inArray(orderPayments.orderId, ids))
    const theirItems = tx
      .select({ id: orderItems.id })
      .from(orderItems)
      .where(inArray(orderItems.orderId, ids))
    await tx.delete(paymentEvents).where(inArray(paymentEvents.paymentId, theirPayments))
    await tx.delete(orderPayments).where(inArray(orderPayments.orderId, ids))
    await tx.delete(orderCharges).where(inArray(orderCharges.orderId, ids))
    await tx.delete(quotes).where(inArray(quotes.itemId, theirItems))
    await tx.delete(orderItems).where(inArray(orderItems.orderId, ids))
    await tx.delete(orders).where(inArray(orders.id, ids))
    return ids.length
  })
}
