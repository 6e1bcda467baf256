import { sql } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openInMemory } from '#platform/database/embedded.server.ts'
import { migrationsIn, withMigrationsUpTo } from '#platform/database/migrations.server.ts'
import { openServer } from '#platform/database/open-database.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createServerDatabase } from '../support/test-database.ts'
import { openTestShop } from '../support/test-shop.ts'

const folder = 'db/migrations'
const version12 = migrationsIn(folder).slice(0, 13)

it('mails that wait in a database of version 0012 are sent, and those that failed are dead letters', async () => {
  const server = process.env.TEST_DATABASE_URL
  const url = server && (await createServerDatabase(server))
  const database = await withMigrationsUpTo(version12, folder, (migrations) =>
    url ? openServer(url, migrations) : openInMemory(migrations),
  )
  await database.db.execute(sql`
      insert into mails (id, kind, data, status, tries, fault, created_at) values
        ('unexpected-money-1', 'unexpected-money', '{"orderNumber":1,"receivedPaise":100,"agreedPaise":200}', 'waiting', 0, null, now()),
        ('unexpected-money-2', 'unexpected-money', '{"orderNumber":2,"receivedPaise":100,"agreedPaise":200}', 'waiting', 33, '452 full', now()),
        ('order-placed-3', 'order-placed', '{}', 'dead', 1, '550 nobody', now())`)
  const queue = await openJobs(database, createLog('silent'))
  const bury = { name: 'bury-mail', data: z.unknown(), retryLimit: 10 }
  const send = { name: 'send-mail', data: z.unknown(), retryLimit: 32, deadLetter: bury.name }
  await queue.declare([{ job: bury }, { job: send }])
  await queue.jobs.enqueue(database.db, send, { mailId: 'unexpected-money-1' })
  await queue.jobs.enqueue(database.db, bury, { mailId: 'unexpected-money-2' })
  await queue.close()
  if (url) await (await openServer(url, folder)).close()
  else await migrate(database.db as never, { migrationsFolder: folder })
  const shop = await openTestShop({ database })
  expect((await shop.runJobs()).sort()).toEqual(['dead-letter-mail', 'send-mail'])
  expect([...shop.mails.keys()]).toEqual(['unexpected-payment-1'])
  const { rows } = await database.db.execute(
    sql`select id || ' ' || status || ' ' || attempts as mail from mails order by id`,
  )
  expect(rows.map(({ mail }) => mail)).toEqual([
    'order-placed-3 dead_letter 1',
    'unexpected-payment-1 sent 1',
    'unexpected-payment-2 dead_letter 33',
  ])
  await shop.close()
})
