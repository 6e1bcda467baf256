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

it('orders of version 0029 that are prepared are ready, those whose time is over have arrived, and nothing is owed for being late', async () => {
  const version29 = migrationsIn(folder).slice(0, 30)
  const server = process.env.TEST_DATABASE_URL
  const url = server && (await createServerDatabase(server))
  const database = await withMigrationsUpTo(version29, folder, (migrations) =>
    url ? openServer(url, migrations) : openInMemory(migrations),
  )
  await database.db.execute(sql`
    insert into users (id, name, email) values ('asha', 'Asha', 'asha@example.in')`)
  const order = (id: number, deliveryAt: string, statuses: string[]) => sql`
    with placed as (
      insert into orders (id, number, user_id, customer_name, customer_email, customer_mobile, address, delivery_at,
        checkout_key, subtotal_paise, shipping_paise, card_paise, cash_paise, created_at, state, placed_at, invoice_serial) overriding system value
      values (${`00000000-0000-4000-8000-00000000000${id}`}, ${id}, 'asha', 'Asha', 'asha@example.in', '9876543210', 'a',
        now() + ${deliveryAt}::interval, ${`key ${id}`}, 100, 50, 150, 0, now() - interval '9 days', 'placed',
        now() - interval '9 days', ${`serial ${id}`})
      returning id, number
    )
    insert into order_items (id, order_id, order_number, position, name, category, flavour, wt, amount, bname, detail,
      customize, image, price_paise, unit_paise, status)
    select gen_random_uuid(), placed.id, placed.number, place - 1, 'Cake', 'Cake', 'Mango', '1', 1, '', '', false, '{}',
      100, 100, status
    from placed, unnest(${sql`array[${sql.join(
      statuses.map((status) => sql`${status}`),
      sql`, `,
    )}]`}::text[]) with ordinality as stated (status, place)`
  await database.db.execute(order(1, '-3 days', ['completed', 'cancelled']))
  await database.db.execute(order(2, '3 hours', ['completed']))
  await database.db.execute(order(3, '-3 days', ['completed', 'processing']))
  await database.db.execute(order(4, '-3 days', ['cancelled']))
  await database.db.execute(order(5, '-2 hours', ['completed']))
  await database.db.execute(order(6, '-2 hours', ['processing']))
  await database.db.execute(sql`
    with kept as (
      insert into delivery_reservations (id, day, slot_id, production_day, kitchen_minutes, state, held_until)
      values (gen_random_uuid(), current_date, gen_random_uuid(), current_date, 0, 'kept', now()) returning id
    )
    update orders set reservation_id = kept.id, slot_starts_at = delivery_at, slot_ends_at = delivery_at + interval '1 hour'
    from kept where number = 6`)
  if (url) await (await openServer(url, folder)).close()
  else await migrate(database.db as never, { migrationsFolder: folder })
  const { rows } = await database.db.execute(sql`
    select o.number, o.fulfilment, o.arrived_at = o.delivery_at as in_time,
      (select string_agg(move, ' ' order by at) from order_moves where order_id = o.id) as moves
    from orders o order by o.number`)
  expect(rows).toEqual([
    { number: 1, fulfilment: 'delivered', in_time: true, moves: 'prepare deliver' },
    { number: 2, fulfilment: 'ready', in_time: null, moves: 'prepare' },
    { number: 3, fulfilment: 'placed', in_time: null, moves: null },
    { number: 4, fulfilment: 'placed', in_time: null, moves: null },
    { number: 5, fulfilment: 'delivered', in_time: true, moves: 'prepare deliver' },
    { number: 6, fulfilment: 'placed', in_time: null, moves: null },
  ])
  const decided = await database.db.execute(sql`
    select o.number, l.outcome, l.card_paise from late_deliveries l join orders o on o.id = l.order_id`)
  expect(decided.rows).toEqual([{ number: 6, outcome: 'nothing', card_paise: 0 }])
  await database.close()
})

it('of the orders of version 0046 that are refunded to the last rupee, those that only became less are still baked', async () => {
  const version46 = migrationsIn(folder).slice(0, 47)
  const server = process.env.TEST_DATABASE_URL
  const url = server && (await createServerDatabase(server))
  const database = await withMigrationsUpTo(version46, folder, (migrations) =>
    url ? openServer(url, migrations) : openInMemory(migrations),
  )
  await database.db.execute(sql`
    insert into users (id, name, email) values ('asha', 'Asha', 'asha@example.in')`)
  const order = (number: number, ...refunds: [key: string, paise: number][]) => sql`
    with placed as (
      insert into orders (id, number, user_id, customer_name, customer_email, customer_mobile, address, delivery_at,
        checkout_key, subtotal_paise, shipping_paise, card_paise, cash_paise, refunded_paise, created_at, state, placed_at)
        overriding system value
      values (gen_random_uuid(), ${number}, 'asha', 'Asha', 'asha@example.in', '9876543210', 'a', now(),
        ${`key ${number}`}, 100, 50, 150, 0, ${refunds.reduce((sum, [, paise]) => sum + paise, 0)}, now(), 'placed', now())
      returning id
    ), paid as (
      insert into payments (id, order_id, provider, amount_paise, currency, status, created_at, updated_at)
      select gen_random_uuid(), placed.id, 'sandbox', 150, 'INR', 'succeeded', now(), now() from placed
      returning id
    )
    insert into refunds (id, payment_id, key, amount_paise, reason, status, created_at, updated_at)
    select gen_random_uuid(), paid.id, given.key || ${number}::text, given.paise, 'why', 'requested',
      now() + given.place * interval '1 minute', now()
    from paid, unnest(${sql`array[${sql.join(
      refunds.map(([key]) => sql`${key}`),
      sql`, `,
    )}]`}::text[], ${sql`array[${sql.join(
      refunds.map(([, paise]) => sql`${paise}`),
      sql`, `,
    )}]`}::int[]) with ordinality as given (key, paise, place)`
  await database.db.execute(order(1, ['admin-', 100], ['drop-', 50]))
  await database.db.execute(order(2, ['admin-', 100], ['slot-', 50]))
  await database.db.execute(order(3, ['drop-', 100], ['admin-', 50]))
  await database.db.execute(order(4, ['admin-', 149]))
  await database.db.execute(order(5, ['drop-', 100], ['dispute-', 50]))
  if (url) await (await openServer(url, folder)).close()
  else await migrate(database.db as never, { migrationsFolder: folder })
  const { rows } = await database.db.execute(
    sql`select number from orders where is_refunded_whole order by number`,
  )
  expect(rows).toEqual([{ number: 3 }, { number: 5 }])
  await database.close()
})
