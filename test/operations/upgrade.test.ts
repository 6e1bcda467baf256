import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { readConfig } from '#app/config/config.server.ts'
import { checkShopConsistency } from '#app/operations/check-consistency.server.ts'
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
