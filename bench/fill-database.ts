import { type SQL, sql } from 'drizzle-orm'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { tidyTables } from '#platform/database/tidy-tables.job.server.ts'

/** How much a shop has gathered. */
export interface Amounts {
  users: number
  cakes: number
  orders: number
  /** Items that still wait for the baker, in the newest orders. */
  waiting: number
  /** Over which the orders are spread, up to now. */
  days: number
}

/** Two busy years. */
export const twoYears: Amounts = {
  users: 30_000,
  cakes: 5_000,
  orders: 100_000,
  waiting: 120,
  days: 730,
}

const names = sql`array['Asha','Ravi','Meera','Arjun','Divya','Karan','Nisha','Vikram','Fatima','Joseph','Lakshmi','Imran','Sunita','Rahul','Priya','Anil']`
const surnames = sql`array['Rao','Iyer','Khan','Das','Nair','Singh','Patel','Bose','Reddy','Fernandes','Gupta','Shah','Pillai','Menon','Joshi','Kaur']`
const kinds = sql`array['Chocolate','Fruit','pestry','Wedding','Birthday','Classic','Cheesecake','Festive']`
const tastes = sql`array['Cocoa','Mango','Vanilla','Strawberry','Pistachio','Coffee','Coconut','Lemon','Rose','Caramel']`

/** One of an array, the same each time for the same number. */
const pick = (list: SQL, number: SQL) => sql`(${list})[1 + (${number}) % array_length(${list}, 1)]`

/** An id made from a text; `middleOrder` of bench/admin.ts makes the same. */
const uuid = (text: SQL) =>
  sql`overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`

/** Statements, each of which fills a table as a whole; numbers stand where a shop has chance, so that every run is alike. */
const stepsFor = ({
  users,
  cakes,
  orders,
  waiting,
  days,
}: Amounts): [what: string, statement: SQL][] => [
  [
    'users',
    sql`insert into users (id, name, email, mobileno, birthdate, created_at, updated_at)
      select 'u' || i, ${pick(names, sql`i * 7`)} || ' ' || ${pick(surnames, sql`i * 13 / 16`)}, 'customer' || i || '@example.in',
        (7000000000 + i * 97::bigint)::text, date '1960-01-01' + (i * 37) % 16000, at, at
      from (select i, now() - (${users}::int - i) * (make_interval(days => ${days}::int) / ${users}::int) as at from generate_series(1, ${users}::int) i) n`,
  ],
  [
    'pictures',
    sql`insert into pictures (id, width, height, colour, placeholder)
      select 'bench' || i, 960, 960, '#b0224e', 'data:image/webp;base64,' || repeat('A', 120) from generate_series(1, 400) i`,
  ],
  [
    'cakes',
    sql`insert into cakes (id, name, price_paise, earlier_price_paise, category, flavours, weights, egg, featured, hidden, stock, description, stars, reviews)
      select 'cake-' || lpad(i::text, 5, '0'), ${pick(tastes, sql`i`)} || ' ' || ${pick(kinds, sql`i / 10`)} || ' Cake ' || i,
        45000 + (i * 700) % 150000, case when i % 6 = 0 then 250000 end, ${pick(kinds, sql`i / 10`)},
        array[${pick(tastes, sql`i`)}, ${pick(tastes, sql`i + 3`)}], array['0.5','1','2'], case when i % 3 = 0 then 'Egg' else 'Eggless' end,
        i % 400 = 0, i % 50 = 0, 10, repeat('Soft layers, baked the same morning. ', 8), (i % 11) / 2.0,
        array['Lovely, and just in time.', 'Everyone asked where it came from.']
      from generate_series(1, ${cakes}::int) i`,
  ],
  [
    'pictures of cakes',
    sql`insert into cake_pictures (cake_id, position, picture_id)
      select 'cake-' || lpad(i::text, 5, '0'), p, 'bench' || 1 + (i * 3 + p) % 400 from generate_series(1, ${cakes}::int) i, generate_series(0, 2) p`,
  ],
  [
    'orders',
    sql`insert into orders (id, user_id, customer_name, customer_email, customer_mobile, address, delivery_at, state, checkout_key,
        subtotal_paise, shipping_paise, card_paise, cash_paise, refunded_paise, created_at, placed_at, invoice_serial)
      select ${uuid(sql`'order' || i`)}, u.id, u.name, u.email, u.mobileno,
        i % 200 || ', 4th Cross Road, Indiranagar, Bengaluru 560038', date_trunc('hour', at) + make_interval(days => 1 + i % 4),
        state, 'bench-' || i, total, 5000, case when cash then 0 else total + 5000 end, case when cash then total + 5000 else 0 end,
        case when state = 'placed' and not cash and i % 60 = 0 then total + 5000 else 0 end, at, case when state = 'placed' then at end,
        case when state = 'placed' then 'CW/' || year || '/' || lpad(row_number() over (partition by year, state order by i)::text, 7, '0') end
      from (
        select i, at, 60000 + (i * 300) % 200000 as total, i % 25 = 0 as cash, case when i % 40 = 0 then 'expired' else 'placed' end as state,
          to_char(at - interval '3 months', 'YY') || '-' || to_char(at + interval '9 months', 'YY') as year
        from (select i, now() - (${orders}::int - i) * (make_interval(days => ${days}::int) / ${orders}::int) as at from generate_series(1, ${orders}::int) i) t
      ) n join users u on u.id = 'u' || 1 + (i * 7919::bigint) % ${users}::int
      order by i`,
  ],
  [
    'items of orders',
    sql`insert into order_items (id, order_id, position, cake_id, name, category, flavour, wt, amount, bname, detail, customize, image, status, price_paise, unit_paise)
      select ${uuid(sql`'item' || i || '-' || p`)}, ${uuid(sql`'order' || i`)}, p, c.id, c.name, c.category, c.flavours[1], '0.5', 1 + i % 2,
        case when i % 3 = 0 then 'Happy Birthday' else '' end, '', false, array['/pictures/bench' || 1 + i % 400 || '/640.webp'],
        case when i * 2 + p > ${orders * 2 - waiting}::int then 'processing' when i % 60 = 0 then 'cancelled' else 'completed' end,
        c.price_paise, greatest(1, c.price_paise / 2)
      from generate_series(1, ${orders}::int) i cross join lateral generate_series(0, case when i % 5 < 3 then 1 else 0 end) p
      join cakes c on c.id = 'cake-' || lpad((1 + (i * 31 + p * 7) % ${cakes}::int)::text, 5, '0')
      order by i`,
  ],
  [
    'payments',
    sql`insert into payments (id, order_id, provider, provider_payment_id, amount_paise, currency, status, created_at, updated_at)
      select ${uuid(sql`'payment' || number`)}, id, 'sandbox', 'pi_bench_' || number, card_paise, 'INR',
        case when state = 'placed' then 'succeeded' else 'cancelled' end, created_at, created_at
      from orders where card_paise > 0`,
  ],
  [
    'refunds',
    sql`insert into refunds (id, payment_id, key, amount_paise, reason, status, provider_refund_id, created_at, updated_at)
      select ${uuid(sql`'refund' || o.number`)}, p.id, 'bench-' || o.number, o.refunded_paise, 'cancelled', 'succeeded', 're_bench_' || o.number, o.created_at, o.created_at
      from orders o join payments p on p.order_id = o.id where o.refunded_paise > 0`,
  ],
  [
    'journal',
    sql`insert into journal_entries (at, actor, actor_id, actor_email, action, subject, subject_id)
      select placed_at, 'customer', user_id, customer_email, 'place-order', 'order', id::text from orders where state = 'placed' order by number`,
  ],
  [
    'journal of the kitchen',
    sql`insert into journal_entries (at, actor, action, subject, subject_id, before, after)
      select o.placed_at, 'shop', 'confirm-item', 'order', o.id::text, '{"status":"processing"}', '{"status":"completed"}'
      from order_items i join orders o on o.id = i.order_id where i.status = 'completed' and o.state = 'placed' order by o.number`,
  ],
  [
    'mails that are not forgotten yet',
    sql`insert into mails (id, kind, data, status, recipient, subject, tries, fault, created_at, sent_at)
      select 'order-placed-' || id, 'order-placed', jsonb_build_object('orderId', id), case when dead then 'dead' else 'sent' end,
        customer_email, 'Your order ' || number || ' is placed', 1, case when dead then 'The mail server refused it: 550' end,
        placed_at, case when not dead then placed_at end
      from (select *, number % 500 = 0 as dead from orders where placed_at > now() - interval '90 days') placed`,
  ],
  [
    'invoice serials',
    sql`insert into invoice_serials (year, last) select substr(invoice_serial, 4, 5), count(*) from orders where invoice_serial is not null group by 1`,
  ],
]

/** Fills an empty database with what a busy shop has gathered: on the server of `url`, or embedded in a folder. */
export async function fillDatabase(
  { url, dataDir }: { url: string | undefined; dataDir: string },
  amounts: Amounts,
  say: (line: string) => void,
) {
  const database = await openDatabase({ url, dataDir, migrationsFolder: 'db/migrations' })
  try {
    for (const [what, statement] of stepsFor(amounts)) {
      const start = performance.now()
      await database.db.execute(statement)
      say(`  ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
    }
    // What a server's autovacuum and the shop's own job do by themselves.
    if (url) await database.db.execute(sql`vacuum analyze`)
    else await tidyTables(database.db)
  } finally {
    await database.close()
  }
}
