import { sql } from 'drizzle-orm'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { attemptsUntilMail } from '#shop/orders/money/order-money.ts'
import { namedRules } from './consistency.store.server.ts'

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
