import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate } from 'drizzle-orm/pglite/migrator'
import { afterEach, expect, test } from 'vitest'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** The migrations as they were when there were `count` of them. */
function migrationsUpTo(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'cakewala-migrations-'))
  folders.push(folder)
  cpSync('db/migrations', folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: unknown[] }
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return folder
}

const placed = [
  // Given out of order: a serial follows the time of placing, within the financial year of Kolkata.
  ['2026-04-02T10:00:00Z', 'CW/26-27/0000002'],
  ['2026-03-31T18:29:59Z', 'CW/25-26/0000001'],
  ['2026-03-31T18:30:00Z', 'CW/26-27/0000001'],
] as const

test('a shop of the first version keeps its orders, pictures and words, and its orders get serials and their egg', async () => {
  const client = await PGlite.create({ extensions: { pg_trgm } })
  const db = drizzle({ client })
  await migrate(db, { migrationsFolder: migrationsUpTo(1) })
  await client.exec(`
    insert into users (id, name, email) values ('asha', 'Asha', 'asha@example.in');
    insert into pictures (id, alt, width, height, colour, placeholder) values ('p1', 'A rose on top', 1, 1, '#ffffff', 'data:');
    insert into cakes (id, name, price_paise, category, flavours, weights, egg, stock, description)
      values ('rose', 'Rose Cake', 100, 'Wedding', '{Rose}', '{1}', 'Egg', 1, '');
    insert into cake_pictures (cake_id, position, picture_id) values ('rose', 0, 'p1');`)
  for (const [at] of [...placed, [null] as const]) {
    await client.query(
      `insert into orders (id, user_id, customer_name, customer_email, customer_mobile, address, delivery_at, state,
         checkout_key, subtotal_paise, shipping_paise, card_paise, cash_paise, created_at, placed_at)
       values (gen_random_uuid(), 'asha', 'Asha', 'asha@example.in', '', '', now(), $1, gen_random_uuid()::text, 100, 0, 100, 0, now(), $2)`,
      [at ? 'placed' : 'expired', at],
    )
  }

  await client.query(
    `insert into order_items (id, order_id, position, cake_id, name, category, flavour, wt, amount, bname, detail, customize, image, status, price_paise, unit_paise)
       select gen_random_uuid(), orders.id, position, cake_id, '', '', '', '', 1, '', '', cake_id is null, '{}', 'processing', 1, 1
       from (select id from orders limit 1) orders, (values (0, 'rose'), (1, null)) as items (position, cake_id)`,
  )

  await migrate(db, { migrationsFolder: 'db/migrations' })
  const orders = await client.query('select invoice_serial from orders order by number')
  expect(orders.rows.map((row) => Object.values(row as object)[0])).toEqual([
    ...placed.map(([, serial]) => serial),
    null,
  ])
  const counted = await client.query('select year, last from invoice_serials order by year')
  expect(counted.rows).toEqual([
    { year: '25-26', last: 1 },
    { year: '26-27', last: 2 },
  ])
  const { rows: words } = await client.query('select alt from cake_pictures')
  expect(words).toEqual([{ alt: 'A rose on top' }])
  const items = await client.query('select egg from order_items order by position')
  expect(items.rows).toEqual([{ egg: 'Egg' }, { egg: null }])
  const { rows: entries } = await client.query(
    `select actor, action from audit_log join orders on orders.id::text = subject_id order by audit_log.id`,
  )
  expect(entries).toEqual(placed.map(() => ({ actor: 'shop', action: 'place-order' })))
  await client.close()
})

test('customised cakes of an earlier version get their quotes, their agreed prices and their problems', async () => {
  const client = await PGlite.create({ extensions: { pg_trgm } })
  const db = drizzle({ client })
  await migrate(db, { migrationsFolder: migrationsUpTo(4) })
  await client.exec(`
    insert into users (id, name, email) values ('asha', 'Asha', 'asha@example.in');
    insert into orders (id, user_id, customer_name, customer_email, customer_mobile, address, delivery_at, state,
        checkout_key, subtotal_paise, shipping_paise, card_paise, cash_paise, created_at, placed_at, invoice_serial)
      values (gen_random_uuid(), 'asha', 'Asha', 'asha@example.in', '', '', '2026-11-21T12:00:00Z', 'placed',
        'key', 0, 5000, 0, 5000, now(), now(), 'CW/26-27/0000001');
    insert into order_items (id, order_id, position, name, category, flavour, wt, amount, bname, detail, customize, image, status, price_paise, unit_paise)
      select gen_random_uuid(), orders.id, position, '', '', '', '', 1, '', '', true, '{}', status, paise, paise
      from orders, (values (0, 'processing', 0), (1, 'quoted', 145000), (2, 'rejected', 0), (3, 'rejected', 0), (4, 'accepted', 90000))
        as items (position, status, paise);
    insert into journal_entries (at, actor, action, subject, subject_id, after)
      select now(), 'shop', 'reject-item', 'order', order_id::text, jsonb_build_object('item', id, 'problem', problem)
      from order_items, (values ('Not yet'), ('No oven')) as told (problem) where position = 2;`)

  await migrate(db, { migrationsFolder: 'db/migrations' })
  const { rows: items } = await client.query(
    'select status, unit_paise, price_paise, problem from order_items order by position',
  )
  expect(items.map((row) => Object.values(row as object))).toEqual([
    ['processing', 0, 0, ''],
    ['quoted', 0, 0, ''],
    ['rejected', 0, 0, 'No oven'],
    ['rejected', 0, 0, 'We cannot make this cake.'],
    ['accepted', 90_000, 90_000, ''],
  ])
  const { rows: quotes } = await client.query(
    'select position, quotes.price_paise, quotes.status, answer_by, closed_at from quotes join order_items on order_items.id = item_id',
  )
  expect(quotes).toEqual([
    {
      position: 1,
      price_paise: 145_000,
      status: 'open',
      closed_at: null,
      answer_by: new Date('2026-11-20T14:30:00Z'),
    },
  ])
  await client.close()
})

test('quotes, audit log, mails and jobs of an earlier version get the names of today', async () => {
  const client = await PGlite.create({ extensions: { pg_trgm } })
  const db = drizzle({ client })
  await migrate(db, { migrationsFolder: migrationsUpTo(12) })
  const id = '11111111-1111-4111-8111-111111111111'
  await client.exec(`
    insert into users (id, name, email) values ('asha', 'Asha', 'asha@example.in');
    insert into orders (id, user_id, customer_name, customer_email, customer_mobile, address, delivery_at, state,
        checkout_key, subtotal_paise, shipping_paise, card_paise, cash_paise, created_at, placed_at, invoice_serial)
      values ('${id}', 'asha', 'Asha', 'asha@example.in', '', '', now(), 'placed', 'key', 0, 0, 0, 0, now(), now(), 'CW/26-27/0000001');
    insert into order_items (id, order_id, position, name, category, flavour, wt, amount, bname, detail, customize, image, status, price_paise, unit_paise)
      values ('${id}', '${id}', 0, '', '', '', '', 1, '', '', true, '{}', 'quoted', 0, 0);
    insert into offers (id, item_id, price_paise, status, offered_at, answer_by)
      values ('${id}', '${id}', 145000, 'open', '2026-11-20T10:00:00Z', '2026-11-21T10:00:00Z');
    insert into journal_entries (at, actor, action, subject, subject_id)
      select now(), 'shop', action, 'order', '${id}'
      from unnest('{quote-item,accept-offer,decline-offer,expire-offer,export-orders}'::text[]) as action;
    insert into mails (id, kind, data, created_at)
      select kind || '-${id}', kind, jsonb_build_object('orderId', 'o', key, '${id}'), now()
      from (values ('offer', 'offerId'), ('offer-answered', 'offerId'), ('item-rejected', 'itemId')) as mails (kind, key);
    create schema pgboss;
    create table pgboss.job (name text, state text, data jsonb);
    create table pgboss.schedule (name text);
    insert into pgboss.job (name, state, data) select 'send-mail', 'created', jsonb_build_object('mailId', id) from mails;
    insert into pgboss.schedule (name) values ('expire-offers'), ('expire-quotes');`)

  await migrate(db, { migrationsFolder: 'db/migrations' })
  const valuesOf = async (query: string) => {
    const { rows } = await client.query(query)
    return rows.map((row) => Object.values(row as object))
  }
  expect(await valuesOf('select id, status, quoted_at from quotes')).toEqual([
    [id, 'open', new Date('2026-11-20T10:00:00Z')],
  ])
  expect((await valuesOf('select action from audit_log order by id')).flat()).toEqual([
    'quote-item',
    'accept-quote',
    'decline-quote',
    'expire-quote',
    'export-orders',
  ])
  expect(await valuesOf('select id, kind, data from mails order by id')).toEqual([
    [`item-rejected-${id}`, 'item-rejected', { orderId: 'o', itemId: id }],
    [`quote-${id}`, 'quote', { orderId: 'o', quoteId: id }],
    [`quote-answered-${id}`, 'quote-answered', { orderId: 'o', quoteId: id }],
  ])
  expect((await valuesOf("select data ->> 'mailId' from pgboss.job order by 1")).flat()).toEqual([
    `item-rejected-${id}`,
    `quote-${id}`,
    `quote-answered-${id}`,
  ])
  expect(await valuesOf('select name from pgboss.schedule')).toEqual([['expire-quotes']])
  await client.close()
})

test('entries of the audit log are neither changed nor deleted', async () => {
  const client = await PGlite.create({ extensions: { pg_trgm } })
  await migrate(drizzle({ client }), { migrationsFolder: 'db/migrations' })
  await client.exec(
    `insert into audit_log (at, actor, action, subject, subject_id) values (now(), 'shop', 'place-order', 'order', '1')`,
  )
  for (const change of ["update audit_log set action = 'note-order'", 'delete from audit_log']) {
    await expect(client.exec(change)).rejects.toThrow('only ever added')
  }
  await client.close()
})

test('who subscribed before stays subscribed, and who unsubscribed is gone', async () => {
  const client = await PGlite.create({ extensions: { pg_trgm } })
  const db = drizzle({ client })
  await migrate(db, { migrationsFolder: migrationsUpTo(16) })
  await client.exec(`
    insert into subscribers (email, token, consented_at, unsubscribed_at) values
      ('asha@example.in', 'a', '2026-01-02T00:00:00Z', null),
      ('ravi@example.in', 'r', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z');`)
  await migrate(db, { migrationsFolder: 'db/migrations' })
  const { rows } = await client.query(
    'select email, confirmed_at = consented_at as same from subscribers',
  )
  expect(rows).toEqual([{ email: 'asha@example.in', same: true }])
  await client.close()
})

test('what riders chose and staff typed of a failed delivery is its reason, where it is one', async () => {
  const client = await PGlite.create({ extensions: { pg_trgm } })
  const db = drizzle({ client })
  await migrate(db, { migrationsFolder: migrationsUpTo(42) })
  await client.exec(`
    set session_replication_role = replica;
    insert into order_moves (id, order_id, move, "from", "to", at, by, detail)
    select gen_random_uuid(), gen_random_uuid(), move, 'out_for_delivery', 'failed', now(), 'rider', detail
    from (values ('fail', 'Nobody in'), ('fail', 'nobody in'), ('fail', 'Rain'), ('deliver', 'Refused'))
      as made (move, detail);
    set session_replication_role = origin;`)
  await migrate(db, { migrationsFolder: 'db/migrations' })
  const { rows } = await client.query('select reason from order_moves order by serial')
  expect(rows.map((row) => Object.values(row as object)[0])).toEqual([
    'nobody-in',
    'nobody-in',
    null,
    null,
  ])
  await client.close()
})

test('what was waived of an order is on the order, and so is the cash of a cake that nobody got', async () => {
  const client = await PGlite.create({ extensions: { pg_trgm } })
  const db = drizzle({ client })
  await migrate(db, { migrationsFolder: migrationsUpTo(46) })
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  await client.exec(`
    set session_replication_role = replica;
    insert into orders (id, user_id, customer_name, customer_email, customer_mobile, address, delivery_at, state,
      checkout_key, subtotal_paise, shipping_paise, card_paise, cash_paise, created_at, placed_at, fulfilment)
    select id::uuid, 'asha', '', '', '', '', now(), 'placed', id, 0, 5000, 0, 5000, now(), now(), fulfilment
    from (values ('${id(1)}', 'ready'), ('${id(2)}', 'ready'), ('${id(3)}', 'closed'), ('${id(4)}', 'ready'))
      as made (id, fulfilment);
    insert into order_items (id, order_id, order_number, position, name, category, flavour, wt, amount, bname, detail,
      customize, image, status, price_paise, unit_paise)
    select gen_random_uuid(), o.id, o.number, 0, '', '', '', '1', 2, '', '', true, '{}', 'completed', 10000, 10000
    from orders o;
    insert into door_payments (order_id, state, due_paise, taken_paise, method, reason, by, at) values
      ('${id(1)}', 'waived', 25000, 0, null, 'Our fault', 'baker', now()),
      ('${id(2)}', 'waived', 25000, 20000, 'cash', 'No change', 'baker', now()),
      ('${id(4)}', 'short', 25000, 20000, 'cash', 'No change', 'rider', now());
    set session_replication_role = origin;`)
  await migrate(db, { migrationsFolder: 'db/migrations' })
  const { rows } = await client.query('select waived_paise from orders order by id')
  expect(rows).toEqual([25000, 5000, 25000, 0].map((paise) => ({ waived_paise: paise })))
  const left = await client.query('select order_id, part from door_payments order by order_id')
  expect(left.rows).toEqual([2, 4].map((n) => ({ order_id: id(n), part: 'door' })))
  await client.close()
})
