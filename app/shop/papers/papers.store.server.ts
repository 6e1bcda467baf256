import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import {
  canonicalJson,
  type DocumentContent,
  type DocumentKind,
  financialYear,
  type PersonalWords,
  type PrintedPaper,
  seriesOf,
} from '#shop/orders/money/document-content.schema.ts'
import { orderCharges } from '#shop/orders/money/ledger.tables.server.ts'
import {
  creditNoteSerials,
  invoiceSerials,
  orderPapers,
} from '#shop/orders/money/papers.tables.server.ts'
import { lessTaxed, sumTaxed, type TaxedAmount } from '#shop/orders/money/tax.ts'
import type { OrderDocument } from '#shop/orders/shown-order.ts'
import { wordsToStore } from './print/printed-paper.ts'

export type OrderPaper = typeof orderPapers.$inferSelect

export interface NewPaper {
  id: string
  orderId: string
  /** The corrected invoice; null for an invoice. */
  invoiceId: string | null
  content: DocumentContent
  personal: PersonalWords
  charges: readonly string[]
  /** Of the series TEST. */
  isTest: boolean
}

const counters = { invoice: invoiceSerials, 'credit-note': creditNoteSerials }

/** Counts the test series beside the invoices of a year. */
const testYear = (year: string) => `TEST/${year}`

/**
 * Stores a paper under the next serial of its kind and year and links its charges to it, in one statement. It locks the
 * counter's row until the transaction ends, so that serials are unique and a failed paper leaves no gap: call it last.
 */
export async function insertPaper(
  tx: Database,
  kind: DocumentKind,
  { charges, isTest, ...paper }: NewPaper,
) {
  const counter = isTest ? invoiceSerials : counters[kind]
  const year = financialYear(new Date(paper.content.issuedAt))
  const { prefix, digits } = seriesOf(kind, year, isTest)
  const counted = tx.$with('counted').as(
    tx
      .insert(counter)
      .values({ year: isTest ? testYear(year) : year, last: 1 })
      .onConflictDoUpdate({ target: counter.year, set: { last: sql`${counter.last} + 1` } })
      .returning({ last: counter.last }),
  )
  const serial = sql`(select ${prefix}::text || lpad(counted.last::text, greatest(${digits}::integer, length(counted.last::text)), '0') from counted)`
  const printed = tx.$with('printed').as(
    tx
      .insert(orderPapers)
      .values(rowOf(kind, { serial, prefix }, paper))
      .returning({ id: orderPapers.id }),
  )
  await tx
    .with(counted, printed)
    .update(orderCharges)
    .set({ paperId: sql`${printed.id}` })
    .from(printed)
    .where(sql`${orderCharges.id} = any(${sql.param([...charges])}::uuid[])`)
    .prepare(`insert_${isTest ? 'test' : kind}`)
    .execute()
}

function rowOf(
  kind: DocumentKind,
  { serial, prefix }: { serial: SQL<unknown>; prefix: string },
  paper: Omit<NewPaper, 'charges' | 'isTest'>,
) {
  const { content } = paper
  const { taxable, total } = content.total
  const text = canonicalJson(content)
  const words = JSON.stringify(wordsToStore(prefix, { kind, ...paper }))
  return {
    ...paper,
    kind,
    serial: sql<string>`${serial}`,
    year: financialYear(new Date(content.issuedAt)),
    issuedAt: new Date(content.issuedAt),
    content: sql<DocumentContent>`${text}::json`,
    digest: sql<string>`${digestOf(serial, sql`${text}::text`)}`,
    words: sql<PrintedPaper>`${words}::json`,
    wordsDigest: sql<string>`${digestOf(serial, sql`${words}::text`)}`,
    taxablePaise: taxable,
    taxPaise: total - taxable,
    totalPaise: total,
  }
}

/** As in `order_papers.digest`. */
export function digestOf(serial: SQL<unknown>, content: SQL<unknown>): SQL {
  return sql`encode(sha256(convert_to(${serial} || E'\\n' || ${content}, 'UTF8')), 'hex')`
}

/** Invoices come before their credit notes. */
const asIssued = [asc(orderPapers.issuedAt), desc(orderPapers.kind), asc(orderPapers.serial)]

/** In the order of issue. */
export async function papersOf(db: Database, orderIds: readonly string[]): Promise<OrderPaper[]> {
  if (orderIds.length === 0) return []
  return db
    .select()
    .from(orderPapers)
    .where(inArray(orderPapers.orderId, [...orderIds]))
    .orderBy(...asIssued)
}

export async function findPaper(db: Database, id: string): Promise<OrderPaper | null> {
  const [found] = await db.select().from(orderPapers).where(eq(orderPapers.id, id))
  return found ?? null
}

/** By the orders' ids, in the order of issue. */
export async function listedDocuments(
  db: Database,
  orderIds: readonly string[],
): Promise<Map<string, OrderDocument[]>> {
  if (orderIds.length === 0) return new Map()
  const { id, orderId, kind, serial, issuedAt, totalPaise } = getTableColumns(orderPapers)
  const rows = await db
    .select({ id, orderId, kind, serial, issuedAt, totalPaise })
    .from(orderPapers)
    .where(inArray(orderId, [...orderIds]))
    .orderBy(...asIssued)
  const byOrder = Map.groupBy(rows, (row) => row.orderId)
  return new Map(
    [...byOrder].map(([order, theirs]) => [order, theirs.map(({ orderId: _, ...row }) => row)]),
  )
}

export async function withDocuments<One extends { id: string }>(
  db: Database,
  orders: readonly One[],
): Promise<(One & { documents: OrderDocument[] })[]> {
  const documents = await listedDocuments(
    db,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => ({ ...order, documents: documents.get(order.id) ?? [] }))
}

/** What the papers of orders come to, less their credit notes, by the orders' ids. */
export async function printedAmounts(
  db: Database,
  orderIds: readonly string[],
): Promise<Map<string, TaxedAmount>> {
  const rows = await db
    .select({
      orderId: orderPapers.orderId,
      kind: orderPapers.kind,
      total: sql<TaxedAmount>`${orderPapers.content} -> 'total'`,
    })
    .from(orderPapers)
    .where(inArray(orderPapers.orderId, [...orderIds]))
  const sumOf = (papers: typeof rows, kind: DocumentKind) =>
    sumTaxed(papers.filter((paper) => paper.kind === kind).map(({ total }) => total))
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map(
    [...byOrder].map(([orderId, papers]) => [
      orderId,
      lessTaxed(sumOf(papers, 'invoice'), sumOf(papers, 'credit-note')),
    ]),
  )
}

export async function creditNotesOf(db: Database, orderId: string): Promise<string[]> {
  const listed = (await listedDocuments(db, [orderId])).get(orderId) ?? []
  return listed.filter(({ kind }) => kind === 'credit-note').map(({ serial }) => serial)
}

/** Serials of the credit notes that print an event's charges. */
export async function creditNotesOfEvent(
  db: Database,
  { orderId, event }: { orderId: string; event: string },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ serial: orderPapers.serial })
    .from(orderPapers)
    .innerJoin(orderCharges, eq(orderCharges.paperId, orderPapers.id))
    .where(
      and(
        eq(orderCharges.orderId, orderId),
        eq(orderCharges.event, event),
        eq(orderPapers.kind, 'credit-note'),
      ),
    )
    .orderBy(asc(orderPapers.serial))
  return rows.map(({ serial }) => serial)
}
