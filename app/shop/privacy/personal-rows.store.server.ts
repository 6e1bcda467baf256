import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import type { Person } from '#shop/accounts/accounts.store.server.ts'
import {
  credentials,
  passkeys,
  sessions,
  twoFactors,
  usedCodes,
  users,
  verifications,
} from '#shop/accounts/accounts.tables.server.ts'
import { addressColumns } from '#shop/address-book/address-book.store.server.ts'
import { addresses } from '#shop/address-book/address-book.tables.server.ts'
import { staffInvitations } from '#shop/admin/staff/staff.tables.server.ts'
import { auditLog, isChange, isSecurity } from '#shop/audit-log/audit-log.tables.server.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { photoColumns } from '#shop/handling/handling.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { noticePhones, noticeWishes } from '#shop/notices/notices.tables.server.ts'
import { giftColumns, noGift } from '#shop/orders/gift/gift.ts'
import {
  disputes,
  givenAway,
  orderCharges,
  orderPayments,
  paymentEvents,
} from '#shop/orders/money/ledger.tables.server.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import {
  orderItems,
  orderMoves,
  orderPhotos,
  orders,
  quotes,
} from '#shop/orders/orders.tables.server.ts'
import { cakeReviews } from '#shop/orders/reviews/reviews.tables.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { riderRuns } from '#shop/riders/riders.tables.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'
import type { DatedKind, KindId } from './data-kinds.ts'
import {
  addressOfNobody,
  ifVerified,
  isOfDeleted,
  itemsIn,
  mailsOf,
  messagesOf,
  namedFromPaise,
  nobody,
  type OrderIds,
  orderIdsOf,
  orderOfDispute,
  ordersOf,
  paymentsIn,
  personalOfNobody,
  unlessNamed,
  withoutTexts,
} from './privacy.store.server.ts'

/** Rows are deleted, or these columns are set. */
type Forget<Table extends PgTable> = 'delete' | PgUpdateSetSource<Table>

/** Which rows are a person's. What is found by the e-mail alone is theirs only if it is verified. */
type Condition = (person: Person) => SQL | undefined

interface Treatment<Table extends PgTable> {
  /** Which are of orders; left out: those with the id of one. */
  ofOrders?: (ids: OrderIds) => SQL
  /** Left out: those with the id of their account, or of an order of theirs. */
  of?: Condition
  /** The name of the list in their download. */
  name?: string
  shown?: Record<string, PgColumn | SQL>
  /** In which order they are shown. */
  by?: (PgColumn | SQL)[]
  /** Which are shown, if others than the deletion of the account reaches. */
  shownOf?: Condition
  /** What is done with them when their account is deleted; left out: they stay as they are. */
  forget?: Forget<Table>
  old?: OldRows<Table>
}

/** Rows that are older than data of their kind is kept. */
interface OldRows<Table extends PgTable> {
  kind: DatedKind
  since: PgColumn
  only?: SQL
  forget: Forget<Table>
}

const older = (kind: DatedKind, since: PgColumn, only?: SQL) =>
  ({ kind, since, ...(only && { only }), forget: 'delete' }) as const

interface PersonalRows extends Treatment<PgTable> {
  table: PgTable
  /** None if they are nobody's. */
  kinds: readonly KindId[]
}

function rows<Table extends PgTable>(
  table: Table,
  kinds: readonly KindId[],
  treatment: Treatment<Table> = {},
): PersonalRows {
  const { userId, orderId } = getTableColumns(table as PgTable)
  const { ofOrders = orderId && ((ids: OrderIds) => inArray(orderId, ids)) } = treatment
  const of: Condition | undefined = userId
    ? ({ id }) => eq(userId, id)
    : ofOrders && ((person) => ofOrders(ordersOf(person)))
  return {
    ...{ table, kinds, ...(ofOrders && { ofOrders }), ...(of && { of }) },
    ...(treatment as Treatment<PgTable>),
  }
}

/** Some columns of a table, to select. */
function pick<Table, const Names extends readonly (keyof Table)[]>(table: Table, ...names: Names) {
  const columns = names.map((name) => [name, table[name]])
  return Object.fromEntries(columns) as Pick<Table, Names[number]>
}

/**
 * All rows with personal data: whose they are, what their download shows, and how they are forgotten. They are forgotten
 * from the last to the first, because rows are found by those above them.
 */
export const personalRows: readonly PersonalRows[] = [
  // The row stays, because orders refer to it. Neither log refers to guests without orders.
  rows(users, ['account', 'guests'], {
    of: ({ id }) => eq(users.id, id),
    name: 'account',
    shown: pick(users, 'name', 'email', 'emailVerified', 'mobileno', 'birthdate', 'createdAt'),
    forget: {
      name: nobody,
      email: sql`${users.id} || '@deleted.invalid'`,
      emailVerified: false,
      role: 'customer',
      twoFactorEnabled: false,
      image: null,
      mobileno: null,
      birthdate: null,
    },
    old: older(
      'guests',
      users.createdAt,
      sql`${users.guestEmail} is not null and not exists (select 1 from ${orders} where ${orders.userId} = ${users.id})`,
    ),
  }),
  rows(addresses, ['addresses'], {
    name: 'addresses',
    shown: addressColumns,
    by: [desc(addresses.isDefault), asc(addresses.label), asc(addresses.place)],
    forget: 'delete',
  }),
  // Amounts, cakes and serials stay, for tax and for the shop's figures.
  rows(orders, ['orders', 'unpaid-orders', 'invoices'], {
    ofOrders: (ids) => inArray(orders.id, ids),
    name: 'orders',
    shown: {
      ...pick(orders, 'id', 'number', 'state'),
      name: orders.customerName,
      email: orders.customerEmail,
      mobileno: orders.customerMobile,
      ...pick(orders, 'address', 'deliveryAt', 'createdAt', 'chargedPaise', 'paidPaise'),
      noteForTheKitchen: orders.kitchenNote,
      recipient: orders.recipientName,
      mobileOfRecipient: orders.recipientMobile,
      emailOfRecipient: orders.recipientEmail,
      isSurprise: orders.isSurprise,
      noteForTheRider: orders.riderNote,
      ...pick(orders, 'giftMessage', 'giftFrom', 'business', 'courier'),
    },
    by: [desc(orders.number)],
    forget: {
      customerName: unlessNamed(orders.customerName, sql`${nobody}`),
      address: unlessNamed(orders.address, addressOfNobody),
      ...{ customerEmail: '', customerMobile: '', kitchenNote: '', business: null, courier: null },
      ...giftColumns(noGift),
    },
    old: {
      kind: 'invoices',
      since: orders.placedAt,
      only: sql`${isOfDeleted} and ${orders.customerName} <> ${nobody}`,
      forget: { customerName: nobody, address: addressOfNobody },
    },
  }),
  rows(orderItems, ['orders', 'unpaid-orders'], {
    name: 'items',
    shown: getTableColumns(orderItems),
    by: [desc(orderItems.orderNumber), asc(orderItems.position)],
    forget: {
      bname: '',
      detail: '',
      problem: sql`case when ${orderItems.problem} = '' then '' else ${nobody} end`,
      flavour: sql`case when ${orderItems.customize} then '' else ${orderItems.flavour} end`,
      image: sql`case when ${orderItems.customize} then '{}' else ${orderItems.image} end`,
    },
  }),
  rows(quotes, ['orders', 'unpaid-orders'], {
    ofOrders: (ids) => inArray(quotes.itemId, itemsIn(ids)),
    name: 'quotes',
    shown: getTableColumns(quotes),
    forget: { note: '' },
  }),
  rows(orderPhotos, ['order-photos'], {
    name: 'photos',
    shown: photoColumns,
    by: [asc(orderPhotos.orderId), asc(orderPhotos.kind)],
    forget: 'delete',
  }),
  rows(cakeReviews, ['reviews'], {
    name: 'reviews',
    shown: getTableColumns(cakeReviews),
    by: [asc(cakeReviews.writtenAt)],
    forget: 'delete',
  }),
  rows(pictures, ['designs']),
  rows(orderPapers, ['invoices'], {
    name: 'taxDocuments',
    shown: {
      ...pick(orderPapers, 'orderId', 'kind', 'serial', 'issuedAt', 'content'),
      you: orderPapers.personal,
    },
    by: [asc(orderPapers.issuedAt), asc(orderPapers.serial)],
    forget: {
      personal: sql`${orderPapers.personal} - 'deliveredTo' || '{"mobile": "", "email": "", "details": {}}'::jsonb
        || case when ${orderPapers.taxablePaise} < ${namedFromPaise}::integer then ${personalOfNobody} else '{}'::jsonb end`,
    },
    old: {
      kind: 'invoices',
      since: orderPapers.issuedAt,
      only: sql`${orderPapers.personal} ->> 'name' <> ${nobody}
        and exists (select 1 from ${orders} where ${orders.id} = ${orderPapers.orderId} and ${isOfDeleted})`,
      forget: { personal: sql`${orderPapers.personal} || ${personalOfNobody}` },
    },
  }),
  rows(orderCharges, ['orders', 'unpaid-orders'], {
    name: 'charges',
    shown: pick(orderCharges, 'orderId', 'line', 'itemId', 'paise', 'cause', 'reason', 'createdAt'),
    by: [asc(orderCharges.serial)],
  }),
  // It stays visible that a rider took less; why an order was refunded does not.
  rows(orderPayments, ['orders', 'payments', 'unpaid-orders'], {
    name: 'payments',
    shown: {
      ...pick(orderPayments, 'orderId', 'paise', 'method', 'cause', 'status', 'provider'),
      ...pick(orderPayments, 'providerId', 'reference', 'reason', 'createdAt'),
    },
    by: [asc(orderPayments.serial)],
    forget: {
      buys: sql`case when ${orderPayments.buys} ->> 'kind' = 'change' then '{"kind":"change","changes":{}}' else ${orderPayments.buys} end`,
      reason: sql`case when ${orderPayments.cause} = 'dispute' then ${orderPayments.reason}
        when ${orderPayments.reason} = '' or ${orderPayments.cause} = 'refund' then '' else ${nobody} end`,
    },
  }),
  rows(orderPayments, ['payments'], {
    of: ({ email }) => eq(orderPayments.by, email),
    forget: { by: nobody },
  }),
  rows(paymentEvents, ['payments', 'unpaid-orders'], {
    ofOrders: (ids) => inArray(paymentEvents.paymentId, paymentsIn(ids)),
  }),
  rows(givenAway, ['orders']),
  rows(disputes, ['payments'], {
    ofOrders: (ids) => inArray(disputes.paymentId, paymentsIn(ids)),
    name: 'disputes',
    shown: {
      orderId: orderOfDispute,
      ...pick(disputes, 'amountPaise', 'reason', 'status', 'createdAt'),
    },
  }),
  rows(orderMoves, ['orders'], { forget: { detail: '' } }),
  rows(orderMoves, ['orders'], {
    of: ({ email }) => eq(orderMoves.by, email),
    forget: { by: nobody },
  }),
  rows(messages, ['messages'], {
    of: messagesOf,
    name: 'messages',
    shown: getTableColumns(messages),
    forget: 'delete',
    old: older('messages', messages.createdAt),
  }),
  rows(subscribers, ['newsletter'], {
    of: (person) => ifVerified(person, eq(subscribers.email, person.email)),
    name: 'newsletter',
    shown: { askedAt: subscribers.consentedAt, confirmedAt: subscribers.confirmedAt },
    forget: 'delete',
    old: older('newsletter', subscribers.consentedAt, isNull(subscribers.confirmedAt)),
  }),
  rows(mails, ['mails'], {
    of: mailsOf,
    name: 'mails',
    shown: { kind: mails.kind, to: mails.recipient, ...pick(mails, 'subject', 'sentAt') },
    // Not those to others, such as to the recipient of a gift.
    shownOf: (person) =>
      or(
        ifVerified(person, eq(mails.recipient, person.email)),
        sql`${mails.recipient} = ${person.email} and ${mails.data} ->> 'orderId' in (${orderIdsOf(person)})`,
        sql`${mails.data} ->> 'userId' = ${person.id}`,
      ),
    forget: 'delete',
  }),
  rows(sessions, ['sessions'], {
    name: 'sessions',
    shown: {
      network: sessions.ipAddress,
      device: sessions.userAgent,
      ...pick(sessions, 'createdAt', 'lastUsedAt'),
    },
    forget: 'delete',
    old: older('sessions', sessions.expiresAt),
  }),
  rows(verifications, ['sessions'], {
    of: ({ id }) => eq(verifications.value, id),
    forget: 'delete',
    old: older('sessions', verifications.expiresAt),
  }),
  // After two minutes, by the machine's clock, no app shows a code any more.
  rows(usedCodes, ['sessions'], {
    forget: 'delete',
    old: older(
      'sessions',
      usedCodes.usedAt,
      sql`${usedCodes.usedAt} < now() - interval '2 minutes'`,
    ),
  }),
  rows(credentials, ['account'], { forget: 'delete' }),
  rows(twoFactors, ['account'], { forget: 'delete' }),
  rows(passkeys, ['account'], {
    name: 'passkeys',
    shown: pick(passkeys, 'name', 'createdAt'),
    forget: 'delete',
  }),
  rows(noticeWishes, ['account'], { forget: 'delete' }),
  rows(noticePhones, ['account'], { forget: 'delete' }),
  rows(auditLog, ['security-log'], {
    of: ({ id }) => and(isSecurity, eq(auditLog.actorId, id)),
    name: 'securityLog',
    shown: { at: auditLog.at, kind: auditLog.action, ...pick(auditLog, 'network', 'device') },
    by: [desc(auditLog.id)],
    old: older('security-log', auditLog.at, isSecurity),
  }),
  // Also what they did as a guest, with orders that they took into the account.
  rows(auditLog, ['audit-log'], {
    of: (person) =>
      and(
        isChange,
        sql`(${auditLog.actorId} = ${person.id} or ${auditLog.actor} = 'customer' and ${auditLog.subject} = 'order'
          and ${auditLog.subjectId} in (${orderIdsOf(person)}))`,
      ),
    name: 'auditLog',
    shown: pick(auditLog, 'at', 'action', 'subject', 'subjectId'),
    by: [desc(auditLog.id)],
    forget: { actorEmail: nobody },
  }),
  rows(auditLog, ['audit-log'], {
    of: (person) =>
      sql`${auditLog.subjectId} in (select ${person.id} union all ${orderIdsOf(person)}
        union all select ${mails.id} from ${mails} where ${mailsOf(person)})`,
    forget: { before: withoutTexts(auditLog.before), after: withoutTexts(auditLog.after) },
  }),
  rows(staffInvitations, ['invitations'], {
    old: older('invitations', staffInvitations.createdAt),
  }),
  rows(riderRuns, ['riders'], {
    old: older('riders', riderRuns.linkEndsAt),
  }),
  // A hash of the network of who does not pay.
  rows(deliveryReservations, [], {
    old: {
      kind: 'delivery_reservations',
      since: deliveryReservations.heldUntil,
      only: isNotNull(deliveryReservations.network),
      forget: { network: null },
    },
  }),
]

type Row = Record<string, unknown>

export interface PersonalData {
  account: Row
  lists: Record<string, Row[]>
}

/** What the download shows of a person. */
export async function findPersonalData(db: Database, person: Person): Promise<PersonalData> {
  const found = new Map<string, Row[]>()
  for (const { table, of, name, shown, by = [], shownOf = of } of personalRows) {
    const isTheirs = shownOf?.(person)
    if (!name || !shown || !isTheirs) continue
    const select = db.select(shown).from(table).where(isTheirs)
    found.set(name, await select.orderBy(...by))
  }
  const { account: [account = {}] = [], ...lists } = Object.fromEntries(found)
  return { account, lists }
}

/** Removes a person from all rows that are found by them. What happened stays. */
export function forgetPerson(tx: Database, person: Person) {
  return whileForgetting(tx, async () => {
    for (const { table, of, forget } of personalRows.toReversed()) {
      const isTheirs = of?.(person)
      if (isTheirs && forget) await forgetRows(tx, table, isTheirs, forget)
    }
  })
}

/** Forgets what is older than its kind is kept. */
export async function forgetOld(db: Database, { table, old }: PersonalRows, before: Date) {
  const isOld = old && and(lt(old.since, before), old.only)
  if (!isOld) return
  await db.transaction((tx) => whileForgetting(tx, () => forgetRows(tx, table, isOld, old.forget)))
}

/** How many orders go in one transaction: others wait for its locks. */
const batchSize = 100

/** Deletes expired orders with their items and payments, unless a payment has moved money. */
export async function deleteUnpaidOrders(db: Database, before: Date) {
  const { orderId, status } = orderPayments
  const movedMoney = sql`exists (select from ${orderPayments} where ${orderId} = ${orders.id} and ${status} <> 'cancelled')`
  const isOver = and(eq(orders.state, 'expired'), lt(orders.createdAt, before), not(movedMoney))
  let deleted: number
  do {
    deleted = await db.transaction(async (tx) => {
      const { id } = orders
      const found = await tx
        .select({ id })
        .from(orders)
        .where(isOver)
        .limit(batchSize)
        .for('update')
      const ids = found.map((order) => order.id)
      for (const { table, kinds, ofOrders } of personalRows.toReversed()) {
        if (ofOrders && kinds.includes('unpaid-orders')) await tx.delete(table).where(ofOrders(ids))
      }
      return ids.length
    })
  } while (deleted === batchSize)
}

/** Triggers let a person be removed meanwhile from rows that otherwise stay as they are. */
async function whileForgetting(tx: Database, forget: () => Promise<void>) {
  await tx.execute(sql`select set_config('shop.deletes_account', 'on', true)`)
  await forget()
  await tx.execute(sql`select set_config('shop.deletes_account', 'off', true)`)
}

async function forgetRows(tx: Database, table: PgTable, are: SQL, forget: Forget<PgTable>) {
  await (forget === 'delete' ? tx.delete(table) : tx.update(table).set(forget)).where(are)
}
