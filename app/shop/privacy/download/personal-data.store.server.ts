import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { passkeys, sessions, users } from '#shop/accounts/accounts.tables.server.ts'
import { addressesOf } from '#shop/address-book/address-book.store.server.ts'
import { auditLog, isChange, isSecurity } from '#shop/audit-log/audit-log.tables.server.ts'
import { photosOf } from '#shop/handling/photos/order-photos.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { disputes, orderCharges, orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { orderItems, orders, quotes } from '#shop/orders/orders.tables.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'

/** Some columns of a table, to select. */
function pick<Table, const Names extends readonly (keyof Table)[]>(table: Table, names: Names) {
  const columns = names.map((name) => [name, table[name]])
  return Object.fromEntries(columns) as Pick<Table, Names[number]>
}

export type PersonalData = Awaited<ReturnType<typeof findPersonalData>>

/**
 * All data of a person, by the kinds of `data-kinds.ts`. What is found by the e-mail alone is theirs only if the e-mail is
 * verified.
 */
export async function findPersonalData(db: Database, userId: string) {
  const [account] = await db
    .select(pick(users, ['name', 'email', 'emailVerified', 'mobileno', 'birthdate', 'createdAt']))
    .from(users)
    .where(eq(users.id, userId))
  if (!account) throw new Error('a session without an account')
  const { email, emailVerified } = account
  const theirOrders = await db
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      name: orders.customerName,
      email: orders.customerEmail,
      mobileno: orders.customerMobile,
      address: orders.address,
      deliveryAt: orders.deliveryAt,
      createdAt: orders.createdAt,
      chargedPaise: orders.chargedPaise,
      paidPaise: orders.paidPaise,
      noteForTheKitchen: orders.kitchenNote,
      recipient: orders.recipientName,
      mobileOfRecipient: orders.recipientMobile,
      emailOfRecipient: orders.recipientEmail,
      isSurprise: orders.isSurprise,
      noteForTheRider: orders.riderNote,
      giftMessage: orders.giftMessage,
      giftFrom: orders.giftFrom,
      business: orders.business,
    })
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.number))
  const orderIds = theirOrders.map(({ id }) => id)
  return {
    account,
    addresses: await addressesOf(db, userId),
    orders: theirOrders,
    ...(await findOrderParts(db, orderIds)),
    messages: emailVerified
      ? await db.select().from(messages).where(sql`lower(${messages.email}) = ${email}`)
      : [],
    newsletter: emailVerified
      ? await db
          .select({ askedAt: subscribers.consentedAt, confirmedAt: subscribers.confirmedAt })
          .from(subscribers)
          .where(eq(subscribers.email, email))
      : [],
    mails: await db
      .select({
        kind: mails.kind,
        to: mails.recipient,
        subject: mails.subject,
        sentAt: mails.sentAt,
      })
      .from(mails)
      .where(
        or(
          emailVerified ? eq(mails.recipient, email) : undefined,
          sql`${mails.recipient} = ${email} and ${mails.data} ->> 'orderId' in ${['none', ...orderIds]}`,
          sql`${mails.data} ->> 'userId' = ${userId}`,
        ),
      ),
    ...(await findTraces(db, userId)),
  }
}

async function findOrderParts(db: Database, orderIds: string[]) {
  const items = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, orderIds))
    .orderBy(desc(orderItems.orderNumber), orderItems.position)
  return {
    items,
    quotes: await db
      .select()
      .from(quotes)
      .where(
        inArray(
          quotes.itemId,
          items.map(({ id }) => id),
        ),
      ),
    photos: (await photosOf(db, orderIds)).sort(
      (a, b) => a.orderId.localeCompare(b.orderId) || a.kind.localeCompare(b.kind),
    ),
    taxDocuments: await db
      .select({
        orderId: orderPapers.orderId,
        kind: orderPapers.kind,
        serial: orderPapers.serial,
        issuedAt: orderPapers.issuedAt,
        content: orderPapers.content,
        you: orderPapers.personal,
      })
      .from(orderPapers)
      .where(inArray(orderPapers.orderId, orderIds))
      .orderBy(orderPapers.issuedAt, orderPapers.serial),
    charges: await db
      .select(
        pick(orderCharges, ['orderId', 'line', 'itemId', 'paise', 'cause', 'reason', 'createdAt']),
      )
      .from(orderCharges)
      .where(inArray(orderCharges.orderId, orderIds))
      .orderBy(orderCharges.serial),
    payments: await db
      .select(
        pick(orderPayments, [
          'orderId',
          'paise',
          'method',
          'cause',
          'status',
          'provider',
          'providerId',
          'reference',
          'reason',
          'createdAt',
        ]),
      )
      .from(orderPayments)
      .where(inArray(orderPayments.orderId, orderIds))
      .orderBy(orderPayments.serial),
    disputes: await db
      .select({
        orderId: orderPayments.orderId,
        amountPaise: disputes.amountPaise,
        reason: disputes.reason,
        status: disputes.status,
        createdAt: disputes.createdAt,
      })
      .from(disputes)
      .innerJoin(orderPayments, eq(orderPayments.id, disputes.paymentId))
      .where(inArray(orderPayments.orderId, orderIds)),
  }
}

/** What a person has done here. */
async function findTraces(db: Database, userId: string) {
  return {
    sessions: await db
      .select({
        network: sessions.ipAddress,
        device: sessions.userAgent,
        createdAt: sessions.createdAt,
        lastUsedAt: sessions.lastUsedAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    passkeys: await db
      .select(pick(passkeys, ['name', 'createdAt']))
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    securityLog: await db
      .select({
        at: auditLog.at,
        kind: auditLog.action,
        network: auditLog.network,
        device: auditLog.device,
      })
      .from(auditLog)
      .where(and(isSecurity, eq(auditLog.actorId, userId)))
      .orderBy(desc(auditLog.id)),
    auditLog: await db
      .select(pick(auditLog, ['at', 'action', 'subject', 'subjectId']))
      .from(auditLog)
      .where(and(isChange, eq(auditLog.actorId, userId)))
      .orderBy(desc(auditLog.id)),
  }
}
