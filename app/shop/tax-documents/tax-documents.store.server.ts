import { asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import type { Order, OrderDocument } from '#shop/orders/order.schema.ts'
import { refunds } from '#shop/payments/payments.tables.server.ts'
import { toRupees } from '#shop/values/money.ts'
import {
  canonicalJson,
  type DocumentContent,
  type DocumentKind,
  type PersonalWords,
} from './document-content.schema.ts'
import { financialYear, serialDigits, serialPrefix } from './document-serial.ts'
import { creditNoteSerials, invoiceSerials, taxDocuments } from './tax-documents.tables.server.ts'

export type TaxDocument = typeof taxDocuments.$inferSelect

export interface NewDocument {
  orderId: string
  itemId?: string | null
  invoiceId?: string
  refundId?: string | null
  content: DocumentContent
  personal: PersonalWords
}

const counters = { invoice: invoiceSerials, 'credit-note': creditNoteSerials }

/**
 * Writes a document under the next serial of its kind and year. The counter's row is locked until the transaction ends, so
 * that two documents never share a serial and one that fails leaves no gap: to be done last.
 */
export async function issueDocument(tx: Database, kind: DocumentKind, document: NewDocument) {
  const counter = counters[kind]
  const year = financialYear(new Date(document.content.issuedAt))
  const counted = tx.$with('counted').as(
    tx
      .insert(counter)
      .values({ year, last: 1 })
      .onConflictDoUpdate({ target: counter.year, set: { last: sql`${counter.last} + 1` } })
      .returning({ last: counter.last }),
  )
  const serial = sql`(select ${serialPrefix(kind, year)}::text || lpad(counted.last::text, ${serialDigits}::integer, '0') from counted)`
  await tx
    .with(counted)
    .insert(taxDocuments)
    .values(rowOf(kind, serial, document))
}

/** Writes the document of a serial that an earlier version gave. */
export async function insertOlderInvoice(tx: Database, serial: string, document: NewDocument) {
  await tx.insert(taxDocuments).values(rowOf('invoice', sql`${serial}::text`, document))
}

function rowOf(kind: DocumentKind, serial: SQL<unknown>, document: NewDocument) {
  const { content } = document
  const { taxable, total } = content.total
  const text = canonicalJson(content)
  return {
    ...document,
    id: newId(),
    kind,
    serial: sql<string>`${serial}`,
    year: financialYear(new Date(content.issuedAt)),
    issuedAt: new Date(content.issuedAt),
    content: sql<DocumentContent>`${text}::json`,
    digest: sql<string>`${digestOf(serial, sql`${text}::text`)}`,
    taxablePaise: taxable,
    taxPaise: total - taxable,
    totalPaise: total,
  }
}

/** The digest of a document, as `tax_documents.digest` has it. */
export function digestOf(serial: SQL<unknown>, content: SQL<unknown>): SQL {
  return sql`encode(sha256(convert_to(${serial} || E'\\n' || ${content}, 'UTF8')), 'hex')`
}

/** An invoice before its credit notes. */
const asIssued = [asc(taxDocuments.issuedAt), desc(taxDocuments.kind), asc(taxDocuments.serial)]

/** The documents of orders in the order in which they were issued. */
export async function documentsOf(
  db: Database,
  orderIds: readonly string[],
): Promise<TaxDocument[]> {
  if (orderIds.length === 0) return []
  return db
    .select()
    .from(taxDocuments)
    .where(inArray(taxDocuments.orderId, [...orderIds]))
    .orderBy(...asIssued)
}

export async function findDocument(db: Database, id: string): Promise<TaxDocument | null> {
  const [found] = await db.select().from(taxDocuments).where(eq(taxDocuments.id, id))
  return found ?? null
}

function toListed({ id, kind, serial, issuedAt, totalPaise }: ListedRow): OrderDocument {
  return { id, kind, serial, issuedAt: issuedAt.toISOString(), total: toRupees(totalPaise) }
}

type ListedRow = Pick<TaxDocument, 'id' | 'kind' | 'serial' | 'issuedAt' | 'totalPaise'>

/** The documents of orders as lists show them, by the orders' ids, in the order in which they were issued. */
export async function listedDocuments(
  db: Database,
  orderIds: readonly string[],
): Promise<Map<string, OrderDocument[]>> {
  if (orderIds.length === 0) return new Map()
  const { id, orderId, kind, serial, issuedAt, totalPaise } = getTableColumns(taxDocuments)
  const rows = await db
    .select({ id, orderId, kind, serial, issuedAt, totalPaise })
    .from(taxDocuments)
    .where(inArray(orderId, [...orderIds]))
    .orderBy(...asIssued)
  const byOrder = Map.groupBy(rows, (row) => row.orderId)
  return new Map([...byOrder].map(([order, theirs]) => [order, theirs.map(toListed)]))
}

/** Orders with their documents; one query. */
export async function withDocuments(db: Database, orders: Order[]): Promise<Order[]> {
  const documents = await listedDocuments(
    db,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => ({ ...order, documents: documents.get(order.id) ?? [] }))
}

/** The serials of an order's credit notes. */
export async function creditNotesOf(db: Database, orderId: string): Promise<string[]> {
  const listed = (await listedDocuments(db, [orderId])).get(orderId) ?? []
  return listed.filter(({ kind }) => kind === 'credit-note').map(({ serial }) => serial)
}

/** The serials of the credit notes of a refund, by its key. */
export async function creditNotesOfRefund(db: Database, refundKey: string): Promise<string[]> {
  const rows = await db
    .select({ serial: taxDocuments.serial })
    .from(taxDocuments)
    .innerJoin(refunds, eq(refunds.id, taxDocuments.refundId))
    .where(eq(refunds.key, refundKey))
    .orderBy(asc(taxDocuments.serial))
  return rows.map(({ serial }) => serial)
}
