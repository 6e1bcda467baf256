import { and, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orderMoves, orders } from '#shop/orders/orders.tables.server.ts'
import { orderPapers } from '#shop/orders/papers/papers.tables.server.ts'

/** Stands wherever the name or the e-mail of a deleted account stood. */
export const nobody = 'Deleted account'

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
        personal: sql`${orderPapers.personal} || ${rest} || case when ${mayForget} then ${personalOfNobody} else '{}'::jsonb end`,
      })
      .where(inArray(orderPapers.orderId, orderIds)),
  )
}

/** Removes the names and addresses that tax documents of deleted accounts had to keep, from before a time. */
export async function forgetOldTaxDocuments(db: Database, before: Date) {
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

/** Lets triggers remove a person from rows that otherwise stay as they are. */
export async function allowForgetting(tx: Database, forget: () => PromiseLike<unknown>) {
  await tx.execute(sql`select set_config('shop.deletes_account', 'on', true)`)
  await forget()
  await tx.execute(sql`select set_config('shop.deletes_account', 'off', true)`)
}

/** Removes what was said of a person's orders on the way and at the door, and the person from what they did themselves. */
export async function forgetOnTheWay(tx: Database, userId: string, orderIds: string[]) {
  const email = tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await tx.update(orderMoves).set({ detail: '' }).where(inArray(orderMoves.orderId, orderIds))
  await tx.update(orderMoves).set({ by: nobody }).where(inArray(orderMoves.by, email))
  // Whether less was taken stays to be seen; why it was refunded does not.
  await tx
    .update(orderPayments)
    .set({
      reason: sql`case when ${orderPayments.reason} = '' or ${orderPayments.cause} = 'refund' then '' else ${nobody} end`,
    })
    .where(and(inArray(orderPayments.orderId, orderIds), ne(orderPayments.cause, 'dispute')))
  await tx.update(orderPayments).set({ by: nobody }).where(inArray(orderPayments.by, email))
}
