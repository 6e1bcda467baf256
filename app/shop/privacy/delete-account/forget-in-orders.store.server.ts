import { and, eq, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { giftColumns, noGift } from '#shop/orders/gift/gift.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { orderItems, orderMoves, orders } from '#shop/orders/orders.tables.server.ts'

/** Replaces the name and the e-mail of a deleted account. */
export const nobody = 'Deleted account'

/** Lets triggers remove a person from rows that otherwise stay as they are. */
export async function allowForgetting(tx: Database, forget: () => PromiseLike<unknown>) {
  await tx.execute(sql`select set_config('shop.deletes_account', 'on', true)`)
  await forget()
  await tx.execute(sql`select set_config('shop.deletes_account', 'off', true)`)
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
      business: null,
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
  /** The paths of the customer's designs. */
  pictures: string[]
}

/** The pincode says in which state the tax is due. */
const personalOfNobody = sql`jsonb_build_object('name', ${nobody}::text, 'address',
  'Address deleted' || coalesce(', ' || substring(${orderPapers.personal} ->> 'address' from '(?:^|, )([1-9][0-9]{5}), '), ''))`

/**
 * Removes the person from tax documents, which stay as they were written. From a taxable value of ₹50,000 one names its
 * recipient (CGST Rules, rule 46).
 */
export async function forgetInTaxDocuments(tx: Database, orderIds: string[]) {
  const mayForget = sql`${orderPapers.taxablePaise} < ${50_000 * 100}::integer`
  const rest = sql`jsonb_build_object('mobile', '', 'email', '', 'details', '{}'::jsonb)`
  await allowForgetting(tx, () =>
    tx
      .update(orderPapers)
      .set({
        personal: sql`${orderPapers.personal} - 'deliveredTo' || ${rest} || case when ${mayForget} then ${personalOfNobody} else '{}'::jsonb end`,
      })
      .where(inArray(orderPapers.orderId, orderIds)),
  )
}

/** Removes the notes about a person's orders on the way and at the door, and the person from what they did. */
async function forgetOnTheWay(tx: Database, userId: string, orderIds: string[]) {
  const email = tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await tx.update(orderMoves).set({ detail: '' }).where(inArray(orderMoves.orderId, orderIds))
  await tx.update(orderMoves).set({ by: nobody }).where(inArray(orderMoves.by, email))
  // It stays visible that a rider took less; why an order was refunded does not.
  await tx
    .update(orderPayments)
    .set({
      buys: sql`case when ${orderPayments.buys} ->> 'kind' = 'change' then '{"kind":"change","changes":{}}' else ${orderPayments.buys} end`,
      reason: sql`case when ${orderPayments.reason} = '' or ${orderPayments.cause} = 'refund' then '' else ${nobody} end`,
    })
    .where(and(inArray(orderPayments.orderId, orderIds), ne(orderPayments.cause, 'dispute')))
  await tx.update(orderPayments).set({ by: nobody }).where(inArray(orderPayments.by, email))
}

/** Removes the names and addresses that invoices of deleted accounts had to keep, from orders before a time. */
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
  const theirs = db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(isNotNull(users.deletedAt))
  await db.transaction((tx) =>
    allowForgetting(tx, () =>
      tx
        .update(orderPapers)
        .set({ personal: sql`${orderPapers.personal} || ${personalOfNobody}` })
        .where(
          and(
            inArray(orderPapers.orderId, theirs),
            lt(orderPapers.issuedAt, before),
            sql`${orderPapers.personal} ->> 'name' <> ${nobody}`,
          ),
        ),
    ),
  )
}
