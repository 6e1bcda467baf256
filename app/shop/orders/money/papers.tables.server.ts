import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import { orders } from '../orders.tables.server.ts'
import type {
  DocumentContent,
  DocumentKind,
  PersonalWords,
  PrintedPaper,
} from './document-content.schema.ts'

/**
 * Invoices and credit notes. Their lines are the charges that refer to them. A trigger forbids changes, except of
 * `personal` during the deletion of an account.
 */
export const orderPapers = pgTable(
  'order_papers',
  {
    id: uuid().primaryKey(),
    kind: text().$type<DocumentKind>().notNull(),
    /** 'CW/26-27/0000001', 'CN/26-27/0000001' for a credit note, or 'TEST/26-27/00001' for test payments. */
    serial: text().notNull().unique(),
    /** The financial year of the serial: '26-27'. */
    year: text().notNull(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** The corrected invoice; null for an invoice. */
    invoiceId: uuid('invoice_id').references((): AnyPgColumn => orderPapers.id),
    issuedAt: instant('issued_at').notNull(),
    /** Canonical JSON; the type `json` preserves its text. */
    content: json().$type<DocumentContent>().notNull(),
    personal: jsonb().$type<PersonalWords>().notNull(),
    /** SHA-256 of the serial, a line break and the content, in hexadecimal digits. */
    digest: text().notNull(),
    /** What it says, without its serial and what is personal; null on papers from before it was stored. */
    words: json().$type<PrintedPaper>(),
    /** As `digest`, of the serial and the words. */
    wordsDigest: text('words_digest'),
    taxablePaise: integer('taxable_paise').notNull(),
    taxPaise: integer('tax_paise').notNull(),
    totalPaise: integer('total_paise').notNull(),
  },
  (t) => [
    check('order_papers_kind', sql`${t.kind} in ('invoice', 'credit-note')`),
    check(
      'order_papers_serial',
      sql`${t.serial} ~ (case ${t.kind} when 'invoice' then '^(CW' else '^(CN' end || '/[0-9]{2}-[0-9]{2}/[0-9]{7}|TEST/[0-9]{2}-[0-9]{2}/[0-9]{5,})$') and split_part(${t.serial}, '/', 2) = ${t.year}`,
    ),
    check(
      'order_papers_credit_note',
      sql`(${t.kind} = 'credit-note') = (${t.invoiceId} is not null)`,
    ),
    check(
      'order_papers_amounts',
      sql`${t.taxablePaise} >= 0 and ${t.taxPaise} >= 0 and ${t.taxablePaise} + ${t.taxPaise} = ${t.totalPaise}`,
    ),
    check('order_papers_words', sql`(${t.words} is null) = (${t.wordsDigest} is null)`),
    check('order_papers_digest', sql`${t.digest} ~ '^[0-9a-f]{64}$'`),
    index('order_papers_of_order').on(t.orderId),
    index('order_papers_issued').on(t.issuedAt),
  ],
)

/** The last serial of a kind in each financial year. */
const serialCounter = <Name extends string>(name: Name) =>
  pgTable(
    name,
    {
      /** '26-27' is April 2026 to March 2027; 'TEST/26-27' counts the papers of test payments. */
      year: text().primaryKey(),
      last: integer().notNull(),
    },
    (t) => [check(`${name}_last`, sql`${t.last} > 0`)],
  )

export const invoiceSerials = serialCounter('invoice_serials')
export const creditNoteSerials = serialCounter('credit_note_serials')
