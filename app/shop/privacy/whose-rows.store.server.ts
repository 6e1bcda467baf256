import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, QueryBuilder } from 'drizzle-orm/pg-core'
import type { Person } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
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
  const isOfAnother = sql`exists (select 1 from orders o where o.user_id <> ${id}
    and (o.id::text = ${mails.data} ->> 'orderId' or o.number::text = ${orderNumber}))`
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
