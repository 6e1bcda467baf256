import { and, arrayOverlaps, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import type { Person } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { picturesOnCakes } from '#shop/cakes/cakes.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { type DisputedOrder, orderPages } from '#shop/orders/orders.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { cakeReviews } from '#shop/orders/reviews/reviews.tables.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { picturePaths } from '#shop/pictures/pictures.store.server.ts'
import { messages } from '#shop/storefront/storefront.tables.server.ts'
import { picturesOfWords } from '#shop/words/words.store.server.ts'

const query = new QueryBuilder()

export const ordersOf = ({ id }: Person) =>
  query.select({ id: orders.id }).from(orders).where(eq(orders.userId, id))

/** As they stand in columns that refer to several things. */
export const orderIdsOf = ({ id }: Person) =>
  sql`select ${orders.id}::text from ${orders} where ${orders.userId} = ${id}`

/** Ids of orders, or a query that selects them. */
export type OrderIds = string[] | ReturnType<typeof ordersOf>

export const itemsIn = (ids: OrderIds) =>
  query.select({ id: orderItems.id }).from(orderItems).where(inArray(orderItems.orderId, ids))

export const paymentsIn = (ids: OrderIds) =>
  query
    .select({ id: orderPayments.id })
    .from(orderPayments)
    .where(inArray(orderPayments.orderId, ids))

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

/** Locks an account until the transaction ends; null if it is deleted. */
export async function lockAccount(tx: Database, userId: string) {
  const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return account?.deletedAt === null ? account : null
}

/** Locks a person's orders, then reads them. */
export async function lockOrdersOf(tx: Database, person: Person): Promise<DisputedOrder[]> {
  const theirs = eq(orders.userId, person.id)
  await tx.select({ id: orders.id }).from(orders).where(theirs).orderBy(orders.number).for('update')
  return (await Array.fromAsync(orderPages(tx, theirs))).flat()
}

/** Deletes the jobs of the mails about a person: the reason of a failure may name an address. @returns the mails' ids */
export async function deleteJobsOf(tx: Database, person: Person): Promise<string[]> {
  const about = await tx.select({ id: mails.id }).from(mails).where(mailsOf(person))
  const ids = about.map(({ id }) => id)
  if (ids.length > 0)
    await tx.execute(sql`delete from pgboss.job where data ->> 'mailId' in ${ids}`)
  return ids
}

export async function markDeleted(tx: Database, userId: string, now: Date) {
  await tx.update(users).set({ updatedAt: now, deletedAt: now }).where(eq(users.id, userId))
}

/** Pictures of cakes, of the shop's words, of reviews and of orders; nothing else in the shop refers to pictures. */
export async function picturesInUse(db: Database, ids: string[]): Promise<ReadonlySet<string>> {
  const onPages = new Set([
    ...(await picturesOnCakes(db, ids)),
    ...(await picturesOfWords(db, ids)),
    ...(await db.select().from(cakeReviews).where(inArray(cakeReviews.pictureId, ids))).map(
      ({ pictureId }) => String(pictureId),
    ),
  ])
  const others = ids.filter((id) => !onPages.has(id))
  return onPages.union(new Set(await picturesInOrders(db, others)))
}

async function picturesInOrders(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const addresses = ids.flatMap(picturePaths)
  const address = sql<string>`unnest(${orderItems.image})`
  // One index scan for all ids: each scan also reads the index's pending entries.
  const rows = await db
    .selectDistinct({ address })
    .from(orderItems)
    .where(arrayOverlaps(orderItems.image, addresses))
  return rows.map(({ address }) => pictureIdFromPath(address)).filter((id) => id !== null)
}
