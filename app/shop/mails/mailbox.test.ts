import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { mailboxOf, mailboxOfColumn } from './mails.tables.server.ts'

const mailboxes = [
  ['asha@example.in', 'asha@example.in'],
  ['Asha+Cakes@Example.in', 'asha@example.in'],
  ['asha+a+b@example.in', 'asha@example.in'],
  ['as.ha@example.in', 'as.ha@example.in'],
] as const

it.each(mailboxes)('%s is counted as %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

it('the database counts alike', async () => {
  const database = await openTestDatabase()
  const emails = sql`(values ${sql.join(
    mailboxes.map(([email]) => sql`(${email})`),
    sql`, `,
  )}) as written (email)`
  const { rows } = await database.db.execute(
    sql`select ${mailboxOfColumn(sql`email`)} as mailbox from ${emails}`,
  )
  await database.close()
  expect(rows.map(({ mailbox }) => mailbox)).toEqual(mailboxes.map(([, mailbox]) => mailbox))
})
