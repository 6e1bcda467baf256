import { type SQL, sql } from 'drizzle-orm'
import { taxDocumentRows } from './tax-document-rows.ts'

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

const names = sql`array['Asha','Ravi','Meera','Arjun','Divya','Karan','Nisha','Vikram','Fatima','Joseph','Lakshmi','Imran','Sunita','Rahul','Priya','Anil']`
const surnames = sql`array['Rao','Iyer','Khan','Das','Nair','Singh','Patel','Bose','Reddy','Fernandes','Gupta','Shah','Pillai','Menon','Joshi','Kaur']`
const kinds = sql`array['Chocolate','Fruit','pestry','Wedding','Birthday','Classic','Cheesecake','Festive']`
const tastes = sql`array['Cocoa','Mango','Vanilla','Strawberry','Pistachio','Coffee','Coconut','Lemon','Rose','Caramel']`

/** One of an array, the same each time for the same number. */
const pick = (list: SQL, number: SQL) => sql`(${list})[1 + (${number}) % array_length(${list}, 1)]`

/** An id made from a text; `middleOrder` of bench/admin/admin.ts makes the same. */
const uuid = (text: SQL) =>
  sql`overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`

const cakeId = (number: SQL) => sql`'cake-' || lpad((${number})::text, 6, '0')`
const cakePaise = (number: SQL) => sql`(45000 + ((${number}) * 700::bigint % 150000)::int)`

// Of the order number `i`: what is true of it, and of its item `p`.
const isCustom = sql`(i % 25 = 0)`
const isExpired = sql`(i % 40 = 0 and not ${isCustom})`
const isCancelled = sql`(i % 60 = 0 and not ${isExpired})`
const amount = sql`(1 + i % 2)`
const agreedPaise = sql`90000`
const positions = sql`generate_series(0, case when i % 5 < 3 then 1 else 0 end)`
const cakeOfItem = (cakes: number) => sql`(1 + (i * 31::bigint + p * 7) % ${cakes}::int)`

/** How the customer and the baker have ended with an older customised cake. */
const customEnd = sql`(array['declined','expired','rejected','completed','completed','completed','completed','completed'])[1 + i / 25 % 8]`

const itemStatus = ({ orders, waiting }: Amounts) => sql`case
  when ${isExpired} then 'expired'
  when ${isCancelled} then 'cancelled'
  when i * 2 + p > ${orders * 2 - waiting}::int then case when i % 50 = 0 then 'quoted' else 'processing' end
  when ${isCustom} then ${customEnd}
  else 'completed' end`

/** The statuses of a cake that is not made. An expired order has charged for its cakes all the same. */
const isNotMade = (status: SQL) =>
  sql`(${status} in ('declined', 'expired', 'rejected', 'cancelled'))`

const deliveryPaise = sql`5000`

/**
 * Statements, each of which fills a table as a whole; numbers stand where a shop has chance, so that every run is alike. The
 * ledger of what they make agree.
 *
 * @param passwordHash of the one password that all customers have
 */
export function shopRows(amounts: Amounts, passwordHash: string): [what: string, statement: SQL][] {
  return [
    ...accountRows(amounts, passwordHash),
    ...catalogueRows(amounts),
    statistics,
    ...orderRows(amounts),
    statistics,
    ...moneyRows(),
    ...taxDocumentRows(),
    statistics,
    ...eventRows(),
  ]
}

/** Later statements read the rows of earlier ones: the planner needs statistics. */
const statistics: [what: string, statement: SQL] = ['statistics', sql`analyze`]

function accountRows(
  { users, days }: Amounts,
  passwordHash: string,
): [what: string, statement: SQL][] {
  return [
    [
      'users',
      sql`insert into users (id, name, email, mobileno, birthdate, created_at, updated_at)
        select 'u' || i, ${pick(names, sql`i * 7`)} || ' ' || ${pick(surnames, sql`i * 13 / 16`)}, 'customer' || i || '@example.in',
          (7000000000 + i * 97::bigint)::text, date '1960-01-01' + (i * 37::bigint % 16000)::int, at, at
        from (select i, now() - (${users}::int - i) * (make_interval(days => ${days}::int) / ${users}::int) as at from generate_series(1, ${users}::int) i) n`,
    ],
    [
      'passwords',
      sql`insert into credentials (id, user_id, account_id, provider_id, password)
        select 'c' || id, id, id, 'credential', ${passwordHash} from users`,
    ],
    [
      'sessions of the last 30 days',
      sql`insert into sessions (id, user_id, token, expires_at)
        select 's' || i, 'u' || i, md5('session' || i), now() + make_interval(hours => i % 720) from generate_series(1, ${users}::int, 4) i`,
    ],
  ]
}

function catalogueRows({ cakes }: Amounts): [what: string, statement: SQL][] {
  return [
    [
      'pictures',
      sql`insert into pictures (id, width, height, colour, placeholder)
        select 'bench' || i, 960, 960, '#b0224e', 'data:image/webp;base64,' || repeat('A', 120) from generate_series(1, 400) i`,
    ],
    [
      'cakes',
      sql`insert into cakes (id, name, price_paise, earlier_price_paise, category, flavours, weights, egg, featured, hidden, stock, description, stars, reviews)
        select ${cakeId(sql`i`)}, ${pick(tastes, sql`i`)} || ' ' || ${pick(kinds, sql`i / 10`)} || ' Cake ' || i,
          ${cakePaise(sql`i`)}, case when i % 6 = 0 then 250000 end, ${pick(kinds, sql`i / 10`)},
          array[${pick(tastes, sql`i`)}, ${pick(tastes, sql`i + 3`)}], array['0.5','1','2'], case when i % 3 = 0 then 'Egg' else 'Eggless' end,
          i % 400 = 0, i % 50 = 0, 10, repeat('Soft layers, baked the same morning. ', 8), (i % 11) / 2.0,
          array['Lovely, and just in time.', 'Everyone asked where it came from.']
        from generate_series(1, ${cakes}::int) i`,
    ],
    [
      'pictures of cakes',
      sql`insert into cake_pictures (cake_id, position, picture_id)
        select ${cakeId(sql`i`)}, p, 'bench' || 1 + (i * 3 + p) % 400 from generate_series(1, ${cakes}::int) i, generate_series(0, 2) p`,
    ],
  ]
}

function orderRows(amounts: Amounts): [what: string, statement: SQL][] {
  const { users, cakes, orders, days } = amounts
  return [
    [
      'orders',
      sql`insert into orders (id, user_id, customer_name, customer_email, customer_mobile, address, delivery_at, state, checkout_key,
          payment_method, charged_paise, paid_paise, created_at, placed_at)
        select ${uuid(sql`'order' || i`)}, u.id, u.name, u.email, u.mobileno,
          i % 200 || ', 4th Cross Road, Indiranagar, Bengaluru 560038', date_trunc('hour', at) + make_interval(days => 1 + i % 4),
          state, 'bench-' || i, case when ${isCustom} then 'cash' else 'provider' end, charged,
          case when state = 'expired' or ${isCustom} then 0 else charged end, at, case when state = 'placed' then at end
        from (
          select i, at, case when ${isExpired} then 'expired' else 'placed' end as state, (
              select coalesce(sum(case when not ${isCustom} then ${cakePaise(cakeOfItem(cakes))} / 2 * ${amount}
                when status = 'completed' then ${agreedPaise} * ${amount} else 0 end) + ${deliveryPaise}, 0)
              from (select p, ${itemStatus(amounts)} as status from ${positions} p) items where ${isExpired} or not ${isNotMade(sql`status`)}
            ) as charged
          from (select i, now() - (${orders}::int - i) * (make_interval(days => ${days}::int) / ${orders}::int) as at from generate_series(1, ${orders}::int) i) t
        ) n join users u on u.id = 'u' || 1 + (i * 7919::bigint) % ${users}::int
        order by i`,
    ],
    [
      'items of orders',
      sql`insert into order_items (id, order_id, order_number, position, cake_id, name, category, flavour, wt, egg, amount, bname, detail, customize, image, status, problem, price_paise, unit_paise)
        select ${uuid(sql`'item' || i || '-' || p`)}, ${uuid(sql`'order' || i`)}, 1000 + i, p, case when not ${isCustom} then c.id end,
          case when ${isCustom} then 'Customised cake' else c.name end, case when ${isCustom} then 'custom' else c.category end, c.flavours[1], '0.5', c.egg, ${amount},
          case when i % 3 = 0 then 'Happy Birthday' else '' end, case when ${isCustom} then 'Three tiers, with roses.' else '' end, ${isCustom},
          array['/pictures/bench' || 1 + i % 400 || '/640.webp'], status, case when status = 'rejected' then 'We can’t make this cake.' else '' end,
          case when not ${isCustom} then c.price_paise when status = 'completed' then ${agreedPaise} else 0 end,
          case when not ${isCustom} then c.price_paise / 2 when status = 'completed' then ${agreedPaise} else 0 end
        from (
          select i, p, ${cakeId(cakeOfItem(cakes))} as cake, ${itemStatus(amounts)} as status
          from generate_series(1, ${orders}::int) i cross join lateral ${positions} p
        ) n join cakes c on c.id = cake
        order by i, p`,
    ],
    [
      'moves of orders that are prepared',
      sql`insert into order_moves (id, order_id, move, "from", "to", at, by)
        select ${uuid(sql`'move' || o.number`)}, o.id, case when is_over then 'deliver' else 'prepare' end,
          case when is_over then 'out_for_delivery' else 'placed' end, case when is_over then 'delivered' else 'ready' end,
          least(o.delivery_at, now()), 'shop'
        from (select *, delivery_at < now() as is_over from orders) o join (
          select order_id from order_items where not ${isNotMade(sql`status`)} group by order_id having bool_and(status = 'completed')
        ) prepared on prepared.order_id = o.id where o.state = 'placed' order by o.number`,
    ],
    [
      'where these orders are',
      sql`update orders o set fulfilment = m."to", arrived_at = case when m."to" = 'delivered' then m.at end
        from order_moves m where m.order_id = o.id`,
    ],
    [
      'prices of customised cakes',
      sql`insert into quotes (id, item_id, price_paise, status, quoted_at, answer_by, closed_at)
        select ${uuid(sql`'quote' || i.id`)}, i.id, ${agreedPaise}, case i.status when 'quoted' then 'open' when 'completed' then 'accepted' else i.status end,
          o.placed_at, case when i.status = 'quoted' then now() + interval '1 day' else o.placed_at + interval '1 day' end,
          case when i.status <> 'quoted' then o.placed_at end
        from order_items i join orders o on o.id = i.order_id where i.customize and i.status in ('quoted', 'completed', 'declined', 'expired')`,
    ],
  ]
}

function moneyRows(): [what: string, statement: SQL][] {
  const cancelled = sql`'cancelled', 'cancel', 'Cancelled by the customer'`
  return [
    [
      'charges',
      sql`insert into order_charges (id, order_id, line, item_id, paise, cause, event, reason, hsn, gst_percent, paper_id, created_at)
        with items as (
          select o.number, o.state, i.id, i.order_id, i.position, i.customize, i.unit_paise * i.amount as paise,
            o.state = 'placed' and ${isNotMade(sql`i.status`)} as not_made, coalesce(o.placed_at, o.created_at) as at
          from order_items i join orders o on o.id = i.order_id
        ), deliveries as (
          select number, state, order_id, bool_and(not_made) as not_made, bool_or(paise > 0) as priced, at from items group by 1, 2, 3, at
        ), charges as (
          select number, 0 as place, position, order_id, 'item' as line, id as item_id, paise, case when customize then 'quoted' else 'placed' end as cause,
            case when customize then 'quoted-' || ${uuid(sql`'quote' || id`)} else 'placed' end as event, '' as reason,
            state = 'placed' as is_printed, at
          from items where paise > 0
          union all
          -- Nothing is invoiced before a cake has a price.
          select number, 0, 100, order_id, 'delivery', null, ${deliveryPaise}, 'placed', 'placed', '', state = 'placed' and priced, at from deliveries
          union all
          select number, 1, position, order_id, 'item', id, -paise, ${cancelled}, true, at from items where paise > 0 and not_made
          union all
          select number, 1, 100, order_id, 'delivery', null, -${deliveryPaise}, ${cancelled}, priced, at from deliveries where not_made
        )
        select ${uuid(sql`'charge' || number || '-' || place || '-' || position`)}, order_id, line, item_id, paise, cause, event, reason, '1905', 5,
          case when is_printed then ${uuid(sql`'paper' || number || '-' || place`)} end, at
        from charges order by number, place, position`,
    ],
    [
      'payments',
      sql`insert into order_payments (id, order_id, paise, method, cause, buys, status, provider, provider_id, key, created_at, updated_at)
        select ${uuid(sql`'payment' || o.number`)}, o.id, c.paise, 'provider', 'online', '{"kind":"order"}',
          case when o.state = 'placed' then 'succeeded' else 'cancelled' end, 'sandbox', 'pi_bench_' || o.number, o.id,
          o.created_at, o.created_at
        from orders o join (
          select order_id, sum(paise) as paise from order_charges where cause = 'placed' group by order_id
        ) c on c.order_id = o.id where o.payment_method = 'provider' order by o.number`,
    ],
    [
      'events of payments',
      sql`insert into payment_events (id, payment_id, provider, provider_event_id, type, received_at)
        select ${uuid(sql`'event' || id`)}, id, provider, 'evt_' || provider_id, 'succeeded', created_at from order_payments where status = 'succeeded'`,
    ],
    [
      'payments at the sandbox',
      sql`insert into sandbox_intents (id, idempotency_key, client_secret, amount_paise, currency, reference, status, created_at, updated_at)
        select provider_id, order_id, provider_id || '_secret', paise, currency, order_id, status, created_at, updated_at from order_payments`,
    ],
    [
      'refunds',
      sql`insert into order_payments (id, order_id, paise, method, cause, status, provider, provider_id, payment_id, key, reason, created_at, updated_at)
        select ${uuid(sql`'refund' || o.number`)}, o.id, -p.paise, 'provider', 'refund', 'succeeded', 'sandbox', 're_bench_' || o.number, p.id,
          'bench-' || o.number, 'cancelled', o.created_at, o.created_at
        from orders o join order_payments p on p.order_id = o.id where o.state = 'placed' and o.charged_paise = 0 order by o.number`,
    ],
  ]
}

function eventRows(): [what: string, statement: SQL][] {
  return [
    [
      'audit log',
      sql`insert into audit_log (at, actor, actor_id, actor_email, action, subject, subject_id, before, after)
        select * from (
          select placed_at as at, 'customer', user_id, customer_email, 'place-order', 'order', id::text, null::jsonb, null::jsonb from orders where state = 'placed'
          union all
          select placed_at, 'customer', user_id, customer_email, 'cancel-order', 'order', id::text, null, '{"items":1}'
          from orders o where exists (select 1 from order_items i where i.order_id = o.id and i.status = 'cancelled')
          union all
          select least(o.placed_at + interval '5 hours', now()), 'shop', null, null, 'confirm-item', 'order', o.id::text, '{"status":"processing"}', '{"status":"completed"}'
          from order_items i join orders o on o.id = i.order_id where i.status = 'completed'
        ) entries order by at`,
    ],
    [
      'mails that are not purged yet',
      sql`insert into mails (id, kind, data, status, recipient, subject, attempts, last_error, created_at, sent_at)
        select kind || '-' || id, kind, jsonb_build_object('orderId', id), case when dead then 'dead_letter' else 'sent' end,
          customer_email, 'About your order ' || number, 1, case when dead then 'The mail server rejected it: 550' end,
          placed_at, case when not dead then placed_at end
        from (
          select *, number % 500 = 0 as dead, exists (select 1 from order_items i where i.order_id = o.id and i.status = 'cancelled') as cancelled
          from orders o where placed_at > now() - interval '90 days'
        ) placed, unnest(case when cancelled then array['order-placed', 'order-cancelled'] else array['order-placed', 'order-prepared'] end) kind
        order by placed_at`,
    ],
    [
      'mails about deliveries and quotes',
      sql`insert into mails (id, kind, data, status, recipient, subject, attempts, created_at, sent_at)
        select kind || '-' || event, kind, jsonb_build_object('orderId', o.id), 'sent', o.customer_email, 'About your order ' || o.number, 1, at, at
        from (
          select 'order-moved' as kind, id as event, order_id, at from order_moves where move = 'deliver'
          union all
          select unnest(case q.status when 'open' then array['quote'] when 'accepted' then array['quote-accepted', 'quote-answered']
            when 'expired' then array['quote-expired', 'quote-answered'] else array['quote-answered'] end),
            q.id, i.order_id, coalesce(q.closed_at, q.quoted_at)
          from quotes q join order_items i on i.id = q.item_id
        ) events join orders o on o.id = events.order_id where at > now() - interval '90 days' order by at`,
    ],
    [
      'jobs that were done in the last week',
      sql`insert into pgboss.job (name, data, state, created_on, started_on, completed_on)
        select 'send-mail', jsonb_build_object('mailId', id), 'completed', created_at, created_at, created_at
        from mails where created_at > now() - interval '7 days' order by created_at`,
    ],
  ]
}
