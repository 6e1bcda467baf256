import { sql } from 'drizzle-orm'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { attemptsUntilMail } from '#shop/orders/money/order-money.ts'
import { inr, namedRules } from './consistency.store.server.ts'

const quoteRemedy = 'Call the customer and agree on the price.'

/** What must be true of orders: their audit log, fulfilment, places in slots, quotes and pictures. */
export const orderRules = namedRules({
  'order-items': {
    requirement: 'Every order has items.',
    remedy: 'Call the customer, and refund what was paid.',
    violations: ({ number, items }) => items.length === 0 && `order ${number} has none`,
  },
  'order-waits': {
    requirement: 'No order waits for its payment for more than two hours.',
    remedy: 'Is the shop running? Its reconciler ends them after an hour. Its log has the errors.',
    rows: ({ now }) => sql`
      select 'order ' || number || ' since ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as what
      from orders o where state = 'awaiting_payment' and created_at < ${now} - interval '2 hours' and not exists (
        select from order_payments p where p.order_id = o.id and p.provider = 'upi' and p.until > ${now} - interval '1 hour')`,
  },
  'order-audit': {
    requirement: 'The audit log has one entry for each placed order, and none for others.',
    remedy: 'Entries cannot be deleted. Look in the log and in a backup for what is missing.',
    rows: () => sql`
      select 'order ' || coalesce(o.number::text, a.subject_id) || ' (' || coalesce(o.state, 'gone') || '): '
        || coalesce(a.entries, 0) || ' entries' as what
      from (select * from orders) o full join (
        select subject_id, count(*) as entries from audit_log
        where action = 'place-order' and subject = 'order' group by subject_id
      ) a on a.subject_id = o.id::text
      where coalesce(a.entries, 0) <> (case when o.state = 'placed' then 1 else 0 end)`,
  },
  'cancelled-audit': {
    requirement: 'The audit log says who cancelled an order, or dropped an item.',
    remedy: 'Look at the order’s page: was it cancelled?',
    rows: () => sql`
      select 'order ' || o.number as what from orders o
      where exists (select 1 from order_items i where i.order_id = o.id and i.status = 'cancelled')
        and not exists (
          select 1 from audit_log a
          where a.subject = 'order' and a.subject_id = o.id::text and a.action in ('cancel-order', 'drop-item')
        )`,
  },
  'order-ready': {
    requirement:
      'An order leaves the kitchen once every item that will be made is prepared, and not before.',
    remedy: 'Look at the order’s page: has it left the shop? Call the customer if it has not.',
    violations: ({ state, number, fulfilment, items }) => {
      const toMake = items.filter(({ status }) => !cancelledStatuses.includes(status))
      const prepared = toMake.filter(({ status }) => status === 'completed').length
      const isPrepared = prepared > 0 && prepared === toMake.length
      return (
        state === 'placed' &&
        ['placed', 'baking'].includes(fulfilment) === isPrepared &&
        `order ${number} is ${fulfilment}, ${prepared} of ${toMake.length} items prepared`
      )
    },
  },
  'order-moves': {
    requirement:
      'An order is where its newest move took it, and the audit log has each of its moves.',
    remedy: 'Look at the order’s history, and ask who had it last.',
    rows: () => sql`
      select 'order ' || o.number || ' is ' || o.fulfilment || ', its newest move '
        || coalesce(m.newest, 'none') as what
      from orders o left join (
        select distinct on (order_id) order_id, "to" as newest from order_moves
        order by order_id, serial desc
      ) m on m.order_id = o.id
      where o.fulfilment <> coalesce(m.newest, 'placed')
      union all
      select 'order ' || o.number || ': ' || count(*) || ' moves without an entry' as what
      from order_moves m join orders o on o.id = m.order_id
      where m.at >= coalesce((select min(at) from audit_log where action = 'move-order'), 'infinity')
        and not exists (
          select 1 from audit_log a
          where a.subject = 'order' and a.subject_id = o.id::text and a.action = 'move-order' and a.at = m.at
        )
      group by o.number`,
  },
  'delivery-loads': {
    requirement: 'What is taken of slots and kitchen days is what is held and kept.',
    remedy: 'No order is lost. A slot may look fuller or emptier than it is: compare its orders.',
    rows: () => sql`
      select coalesce(l.day, r.day)::text || ' ' || coalesce(l.resource, r.resource) || ': ' || coalesce(l.taken, 0)
        || ' counted, ' || coalesce(r.taken, 0) || ' reserved' as what
      from (select * from delivery_loads) l full join (
        select day, resource, sum(amount)::integer as taken from (
          select day, slot_id::text as resource, 1 as amount from delivery_reservations where state in ('held', 'kept')
          union all
          select production_day, 'kitchen', kitchen_minutes from delivery_reservations where state in ('held', 'kept')
        ) shares group by day, resource
      ) r on r.day = l.day and r.resource = l.resource
      where coalesce(l.taken, 0) <> coalesce(r.taken, 0)`,
  },
  'delivery-places': {
    requirement:
      'A placed order has its place once the price of one of its cakes is agreed; one that is over, or of which nothing is made, has none.',
    remedy: 'Call the customer if the slot is full.',
    rows: () => sql`
      select 'order ' || o.number || ' is ' || o.state || ', its place ' || r.state as what
      from orders o join delivery_reservations r on r.id = o.reservation_id
      where case
        when o.state = 'expired' then r.state <> 'released'
        when o.state = 'placed' then r.state <> (
          select case when bool_or(not (customize and status in ('processing', 'quoted'))) then 'kept'
            when count(*) > 0 then 'asked' else 'released' end
          from order_items i where i.order_id = o.id and i.status not in ${cancelledStatuses})
        else r.state in ('asked', 'kept') end`,
  },
  'quote-open': {
    requirement: 'A cake waits for the customer’s answer if and only if one quote is open.',
    remedy: quoteRemedy,
    rows: () => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number || ' is ' || i.status || ', open quotes: ' || count(q.id) as what
      from order_items i join orders o on o.id = i.order_id
      left join quotes q on q.item_id = i.id and q.status = 'open'
      where i.customize or q.id is not null
      group by i.id, o.number
      having count(q.id) <> (case when i.customize and i.status = 'quoted' then 1 else 0 end)`,
  },
  'quote-accepted': {
    requirement: 'The accepted price is the price of the cake.',
    remedy: quoteRemedy,
    rows: () => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number || ' is ' || i.status || ' at ' || ${inr(sql`i.unit_paise`)}
        || ', accepted at ' || coalesce(string_agg(${inr(sql`q.price_paise`)}, ' and '), 'nothing') as what
      from order_items i join orders o on o.id = i.order_id
      left join quotes q on q.item_id = i.id and q.status = 'accepted'
      where i.customize or q.id is not null
      group by i.id, o.number
      having count(q.id) > 1
        or (count(q.id) = 1 and (max(q.price_paise) <> i.unit_paise or i.status not in ('accepted', 'completed', 'cancelled')))
        or (count(q.id) = 0 and i.status in ('accepted', 'completed'))`,
  },
  'quote-overdue': {
    requirement: 'A quote that was not answered in time expires within an hour.',
    remedy: 'Is the shop running? It ends them every five minutes. Its log has the errors.',
    rows: ({ now }) => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number as what
      from quotes q join order_items i on i.id = q.item_id join orders o on o.id = i.order_id
      where q.status = 'open' and q.answer_by < ${now} - interval '1 hour'`,
  },
  'picture-rows': {
    requirement: 'Every picture of an order or a cake exists.',
    remedy: 'Restore it from a backup, or ask the customer for the design again.',
    rows: () => sql`
      select 'picture ' || shown.id || ' of order ' || min(shown.number) as what
      from (
        select o.number, substring(shown_at from '/pictures/([0-9a-z]{1,64})/') as id
        from order_items i join orders o on o.id = i.order_id, unnest(i.image) as shown_at
      ) shown left join pictures p on p.id = shown.id
      where shown.id is not null and p.id is null group by shown.id
      union all
      select 'picture ' || c.picture_id || ' of the cake ' || c.cake_id
      from cake_pictures c left join pictures p on p.id = c.picture_id where p.id is null`,
  },
})

/** The mails that must exist: id, time of the event, and order. A mail with nothing left to say is deleted unsent. */
const expectedMails = sql`(
  select 'order-placed-' || o.id as id, o.placed_at as since, o.number
  from orders o where o.state = 'placed' and exists (
    select 1 from order_items i
    where i.order_id = o.id and i.status not in ${cancelledStatuses}
  )
  union all
  select 'order-cancelled-' || o.id, a.at, o.number
  from audit_log a join orders o on o.id::text = a.subject_id
  where a.subject = 'order' and a.action = 'cancel-order'
  union all
  select 'item-dropped-' || (a.after ->> 'item'), a.at, o.number
  from audit_log a join orders o on o.id::text = a.subject_id
  where a.subject = 'order' and a.action = 'drop-item'
  union all
  select 'order-rescheduled-' || (a.after ->> 'change'), a.at, o.number
  from audit_log a join orders o on o.id::text = a.subject_id
  where a.subject = 'order' and a.action = 'change-order' and a.after ->> 'change' is not null and exists (
    select 1 from order_items i
    where i.order_id = o.id and i.status not in ${cancelledStatuses}
  )
  union all
  select 'order-moved-' || m.id, m.at, o.number
  from order_moves m join orders o on o.id = m.order_id
  where m.move = 'deliver'
  union all
  select distinct 'order-refunded-' || c.event, c.created_at, o.number
  from order_charges c join orders o on o.id = c.order_id where c.cause = 'goodwill' and c.event not like 'adopted-%'
  union all
  select distinct 'order-late-' || c.order_id, c.created_at, o.number
  from order_charges c join orders o on o.id = c.order_id where c.cause = 'late'
  union all
  select case p.returned when 'slot-gone' then 'slot-gone-' || o.id when 'second' then 'unexpected-payment-second-' || p.id
    else case p.buys ->> 'kind' when 'order' then 'unexpected-payment-' || o.number else 'balance-refunded-' || p.id end end, p.updated_at, o.number
  from order_payments p join orders o on o.id = p.order_id where p.returned is not null
  union all
  select 'refund-adopted-' || p.id, p.updated_at, o.number
  from order_payments p join orders o on o.id = p.order_id where p.cause = 'refund' and p.by = 'provider'
  union all
  select 'refund-failed-' || p.id, p.updated_at, o.number
  from order_payments p join orders o on o.id = p.order_id where p.status = 'failed'
  union all
  select 'refund-delayed-' || p.id, p.updated_at, o.number
  from order_payments p join orders o on o.id = p.order_id where p.attempts >= ${attemptsUntilMail}
  union all
  select 'dispute-opened-' || coalesce(extract(epoch from d.answer_by)::bigint, 0) || '-' || d.id, d.created_at, o.number
  from disputes d join order_payments p on p.id = d.payment_id join orders o on o.id = p.order_id
  where d.status = 'open'
  union all
  select 'dispute-ended-' || d.status || '-' || d.id, d.created_at, o.number
  from disputes d join order_payments p on p.id = d.payment_id join orders o on o.id = p.order_id
  where d.status in ('won', 'lost', 'closed')
  union all
  select q.kind || '-' || q.id, coalesce(q.closed_at, q.quoted_at), q.number
  from (
    select q.id, q.closed_at, q.quoted_at, o.number, unnest(case
      when q.status = 'open' then array['quote']
      when q.status = 'accepted' and i.status <> 'cancelled' then array['quote-accepted', 'quote-answered']
      when q.status = 'expired' and i.status = 'expired' and q.quoted_at = i.last_quoted
        then array['quote-expired', 'quote-answered']
      when q.status in ('accepted', 'declined', 'expired') then array['quote-answered']
    end) as kind
    from quotes q
    join (
      select i.*, (select max(quoted_at) from quotes where item_id = i.id) as last_quoted from order_items i
    ) i on i.id = q.item_id
    join orders o on o.id = i.order_id
  ) q
  union all
  select 'item-rejected-' || i.id, a.at, o.number
  from audit_log a
  join orders o on o.id::text = a.subject_id
  join order_items i on i.order_id = o.id and i.id::text = a.after ->> 'item'
  where a.subject = 'order' and a.action = 'reject-item' and i.status = 'rejected'
)`

/** The mails of deleted accounts are deleted, and none is written to customers who gave no address. */
const ordersOfNobody = sql`
  select o.number from orders o join users u on u.id = o.user_id where u.deleted_at is not null or o.customer_email = ''`

/** An unfinished job of a mail. */
const mailJob = sql`
  job.name in ('send-mail', 'dead-letter-mail') and job.data ->> 'mailId' = m.id and job.state in ('created', 'retry', 'active')`

/** Each event has its mail, sent or about to be. */
export const mailRules = namedRules({
  'mail-missing': {
    requirement: 'Every event that customer or shop must hear of has its mail, for 90 days.',
    remedy: 'Tell the customer in another way: it will not be sent.',
    rows: ({ now }) => sql`
      select regexp_replace(expected.id, '-([0-9]+-)?([0-9a-f-]{36}|[0-9]+)$', '') || ' of order ' || expected.number as what
      from ${expectedMails} expected left join mails m on m.id = expected.id
      where m.id is null and expected.number not in (${ordersOfNobody}) and expected.since > ${now} - interval '90 days'`,
  },
  'mail-job': {
    requirement: 'A waiting mail has a job that will send it.',
    remedy: 'Its job was lost: tell the customer in another way.',
    rows: ({ now, jobs }) => sql`
      select m.kind || ' of ' || to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as what from mails m
      where m.status = 'waiting' and m.created_at < ${now} - interval '5 minutes'
        and not exists (select 1 from ${jobs} job where ${mailJob})`,
  },
  'mail-waits': {
    requirement: 'No mail waits for more than a day and a half.',
    remedy: 'Is the shop running? After about a day of tries a mail becomes a dead letter.',
    rows: ({ now, jobs }) => sql`
      select m.kind || ' of ' || to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as what from mails m
      where m.status = 'waiting' and exists (
        select 1 from ${jobs} job where ${mailJob} and job.created_on < ${now} - interval '36 hours'
      )`,
  },
  'mail-dead-letter': {
    severity: 'notice',
    requirement: 'These mails could not be sent.',
    remedy: '/admin/outbox says why. Fix that and send them again.',
    rows: () => sql`
      select kind || ' of ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as what
      from mails where status = 'dead_letter'`,
  },
})
