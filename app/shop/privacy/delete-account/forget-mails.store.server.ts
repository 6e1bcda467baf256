import { and, eq, inArray, not, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'

interface MailsOf {
  userId: string
  email: string
  ids: string[]
  orderNumbers: string[]
}

/**
 * The ids of mails about something of a person's, or to them. What an e-mail was told about an order of somebody else,
 * as of a guest who gave the same, belongs to that order.
 */
export async function findMailsAbout(
  tx: Database,
  { userId, email, ids, orderNumbers }: MailsOf,
): Promise<string[]> {
  const named = (values: string[]) => sql`exists (
    select 1 from jsonb_each_text(${mails.data}) fact where fact.value in ${values}
  )`
  const aboutTheirs = or(
    named(ids),
    sql`${mails.data} ->> 'orderNumber' in ${['none', ...orderNumbers]}`,
  )
  const aboutAnotherOrder = sql`(exists (
    select 1 from orders o where o.user_id <> ${userId} and o.id::text = ${mails.data} ->> 'orderId'
  ) or exists (
    select 1 from orders o where o.user_id <> ${userId} and o.number::text = ${mails.data} ->> 'orderNumber'
  ))`
  const toThem = and(or(eq(mails.recipient, email), named([email])), not(aboutAnotherOrder))
  const rows = await tx.select({ id: mails.id }).from(mails).where(or(aboutTheirs, toThem))
  return rows.map(({ id }) => id)
}

/** Deletes mails in every state, with their jobs: the reasons of failures may name an address. */
export async function deleteMailsAndJobs(tx: Database, mailIds: string[]) {
  if (mailIds.length === 0) return
  await tx.execute(sql`delete from pgboss.job where data ->> 'mailId' in ${mailIds}`)
  await tx.delete(mails).where(inArray(mails.id, mailIds))
}
