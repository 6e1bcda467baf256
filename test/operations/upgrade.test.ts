import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#app/config/config.server.ts'
import { checkShopConsistency } from '#app/operations/commands.server.ts'
import { openInMemory } from '#platform/database/embedded.server.ts'
import { openDatabase, openServer } from '#platform/database/open-database.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { earlierSentence, markEarlier, withNextMigration } from '../support/other-versions.ts'
import { createServerDatabase } from '../support/test-database.ts'
import { openTestShop } from '../support/test-shop.ts'

const folder = 'db/migrations'
let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'cakewala-earlier-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

it('the next version finds the rows of this one, changed by its migration, and sends the mails that wait', async () => {
  const server = process.env.TEST_DATABASE_URL
  const url = server && (await createServerDatabase(server))
  const database = await (url ? openServer(url, folder) : openInMemory(folder))
  await database.db.execute(sql`
      insert into mails (id, kind, data, status, attempts, last_error, created_at) values
        ('unexpected-payment-1', 'unexpected-payment', '{"orderNumber":1,"receivedPaise":100,"agreedPaise":200}', 'waiting', 0, null, now()),
        ('order-placed-3', 'order-placed', '{}', 'dead_letter', 1, '550 nobody', now())`)
  const queue = await openJobs(database, createLog('silent'))
  const deadLetter = { name: 'dead-letter-mail', data: z.unknown(), retryLimit: 10 }
  const send = {
    name: 'send-mail',
    data: z.unknown(),
    retryLimit: 32,
    deadLetter: deadLetter.name,
  }
  await queue.declare([{ job: deadLetter }, { job: send }])
  await queue.jobs.enqueue(database.db, send, { mailId: 'unexpected-payment-1' })
  await queue.close()

  const statements = [
    `ALTER TABLE "mails" ADD COLUMN "note" text DEFAULT '' NOT NULL`,
    `UPDATE "mails" SET "note" = 'of version 1.0.0'`,
  ]
  await withNextMigration(statements, async (next) => {
    // A second start applies nothing twice.
    for (let start = 0; start < 2; start += 1) {
      if (url) await (await openServer(url, next)).close()
      else await migrate(database.db as never, { migrationsFolder: next })
    }
  })

  const shop = await openTestShop({ database })
  expect(await shop.runJobs()).toEqual(['send-mail'])
  expect([...shop.mails.keys()]).toEqual(['unexpected-payment-1'])
  const { rows } = await database.db.execute(
    sql`select id || ' ' || status || ' ' || attempts || ' ' || note as mail from mails order by id`,
  )
  expect(rows.map(({ mail }) => mail)).toEqual([
    'order-placed-3 dead_letter 1 of version 1.0.0',
    'unexpected-payment-1 sent 1 of version 1.0.0',
  ])
  await shop.close()
})

/** An embedded database as it was before a migration. */
async function openBefore(migration: string) {
  const own = { dataDir: join(dataDir, migration), migrationsFolder: null }
  const { db, close } = await openDatabase({ url: undefined, ...own })
  const { entries } = z
    .object({ entries: z.array(z.object({ tag: z.string() })) })
    .parse(JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')))
  const tags = entries.map(({ tag }) => tag)
  const migrateBy = async (tag: string) => {
    const statements = readFileSync(`${folder}/${tag}.sql`, 'utf8')
    for (const statement of statements.split('--> statement-breakpoint'))
      await db.execute(sql.raw(statement))
  }
  for (const tag of tags.slice(0, tags.indexOf(migration))) await migrateBy(tag)
  return { db, close, migrateBy }
}

it('payments of earlier versions say what they buy, and are known to their provider as before', async () => {
  const { db, close, migrateBy } = await openBefore('0025_paying')
  // Rows of other tables do not matter here.
  await db.execute(sql`set session_replication_role = replica`)
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const order = id(9)
  const payments = [
    [1, 'checkout', `checkout-${order}`, 'shop', null],
    [2, 'balance', 'balance-x', 'shop', { quoteId: id(8) }],
    [3, 'balance', 'balance-y', 'shop', { changes: { time: 'x' }, byShop: true }],
    [4, 'balance', 'second-pi_4', 'provider', null],
    // Its account was deleted.
    [5, 'balance', 'balance-z', 'shop', null],
    [6, 'refund', `unexpected-${id(3)}`, 'shop', null],
    [7, 'refund', `slot-gone-${id(1)}`, 'shop', null],
  ] as const
  for (const [n, cause, key, by, buys] of payments) {
    const [paise, of] = cause === 'refund' ? [-100, id(1)] : [100, null]
    await db.execute(sql`
      insert into order_payments (id, order_id, paise, method, cause, status, provider, provider_id, payment_id, key, by, buys, created_at, updated_at)
      values (${id(n)}, ${order}, ${paise}, 'provider', ${cause}, 'succeeded', 'sandbox', ${`pi_${n}`}, ${of}, ${key}, ${by},
        ${buys && JSON.stringify(buys)}, now(), now())`)
  }
  await migrateBy('0025_paying')
  const { rows } = await db.execute(
    sql`select key, buys, returned from order_payments where cause = 'online' order by id`,
  )
  expect(rows).toEqual([
    { key: order, buys: { kind: 'order' }, returned: 'slot-gone' },
    { key: id(2), buys: { kind: 'quote', quoteId: id(8) }, returned: null },
    {
      key: id(3),
      buys: { kind: 'change', changes: { time: 'x' }, byShop: true },
      returned: 'not-had',
    },
    { key: 'second-pi_4', buys: null, returned: 'second' },
    { key: id(5), buys: { kind: 'change', changes: {} }, returned: null },
  ])
  await close()
})

it('the security log of earlier versions is in the audit log, in its order, and refuses changes', async () => {
  const { db, close, migrateBy } = await openBefore('0027_one-log')
  await db.execute(sql`
    insert into users (id, name, email) values ('asha', 'Asha Rao', 'asha@example.in')`)
  await db.execute(sql`
    insert into audit_log (at, actor, action, subject, subject_id) values (now(), 'shop', 'place-order', 'order', 'one')`)
  await db.execute(sql`
    insert into security_log (at, kind, user_id, email_key, network, device, details, count) values
      (now() - interval '2 years', 'signed-in', 'asha', null, '10.0.0.1', 'Chrome on Android', '{"by":"passkey"}', 1),
      (now(), 'sign-in-failed', null, 'hash', '10.0.0.2', null, '{}', 7)`)
  await migrateBy('0027_one-log')
  const { rows } = await db.execute(sql`
    select kind, actor, actor_id, action, subject, subject_id, after, email_key, network, device, count from audit_log order by id`)
  const door = { kind: 'security', actor: 'anyone', subject: 'users', subject_id: '' }
  expect(rows).toMatchObject([
    { kind: 'change', actor: 'shop', action: 'place-order', network: null, count: 1 },
    {
      ...door,
      action: 'signed-in',
      actor_id: 'asha',
      after: { by: 'passkey' },
      network: '10.0.0.1',
    },
    { ...door, action: 'sign-in-failed', actor_id: null, email_key: 'hash', after: {}, count: 7 },
  ])
  await expect(db.execute(sql`update audit_log set count = 2`)).rejects.toThrow()
  await expect(db.execute(sql`delete from audit_log`)).rejects.toThrow()
  await db.execute(sql`delete from audit_log where action = 'signed-in'`)
  expect((await db.execute(sql`select to_regclass('security_log') as gone`)).rows).toEqual([
    { gone: null },
  ])
  await close()
})

it('payments at the sandbox of earlier versions keep their refunds and what their cards do', async () => {
  const { db, close, migrateBy } = await openBefore('0029_sandbox-in-one-table')
  const hex = (n: number) => String(n).padStart(24, '0')
  for (const [n, behaviour] of ['succeeds', 'insufficient_funds'].entries()) {
    await db.execute(sql`
      insert into sandbox_methods (id, behaviour, last4, created_at) values (${`pm_${hex(n)}`}, ${behaviour}, '4242', now())`)
    await db.execute(sql`
      insert into sandbox_intents (id, idempotency_key, client_secret, amount_paise, currency, reference, method_id, status, created_at, updated_at)
      values (${`pi_${n}`}, ${`key ${n}`}, 's', 900, 'INR', 'r', ${`pm_${hex(n)}`}, 'requires_confirmation', now(), now())`)
  }
  await db.execute(sql`
    insert into sandbox_refunds (id, idempotency_key, intent_id, amount_paise, created_at) values
      ('re_1', 'one', 'pi_0', 100, now() - interval '1 day'), ('re_2', 'two', 'pi_0', 200, now())`)
  await migrateBy('0029_sandbox-in-one-table')
  const { rows } = await db.execute(sql`select method_id, refunds from sandbox_intents order by id`)
  expect(rows).toEqual([
    {
      method_id: `pm_succeeds_${hex(0)}`,
      refunds: [
        { id: 're_1', key: 'one', amountPaise: 100 },
        { id: 're_2', key: 'two', amountPaise: 200 },
      ],
    },
    { method_id: `pm_declined_${hex(1)}`, refunds: [] },
  ])
  await close()
})

it('a database of a version before 1.0.0 is refused with what to do, and stays as it is', async () => {
  const server = process.env.TEST_DATABASE_URL
  const url = server && (await createServerDatabase(server))
  const open = (migrationsFolder: string | null) => openDatabase({ url, dataDir, migrationsFolder })
  const earlier = await open(null)
  await markEarlier(earlier.db)
  await earlier.close()

  await expect(open(folder)).rejects.toThrow(earlierSentence)
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: url ?? '' })
  const check = checkShopConsistency(config, { withFiles: false, providerDays: null })
  await expect(check).rejects.toThrow(earlierSentence)

  const untouched = await open(null)
  const { rows } = await untouched.db.execute(
    sql`select tablename from pg_tables where schemaname in ('public', 'drizzle')`,
  )
  expect(rows).toEqual([{ tablename: '__drizzle_migrations' }])
  await untouched.close()
})
