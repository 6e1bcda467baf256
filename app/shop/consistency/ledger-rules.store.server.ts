import { sql } from 'drizzle-orm'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { type ConsistencyRule, inr } from './consistency.store.server.ts'

const compareWithProvider =
  'Compare with the provider’s list of payments (npm run check:consistency -- --with-provider).'
const compareWithPage = 'Compare the order’s page with its history.'

/** The payment that placed an order. */
const checkouts = sql`(select * from order_payments where buys ->> 'kind' = 'order')`

/** Payments that count: those that have succeeded, and refunds from the moment they are requested. */
const counted = sql`p.status in ('succeeded', 'requested', 'failed')`

/** What each order's lines cost by now. */
const netCharges = sql`(
  select order_id, line, item_id, sum(paise) as paise from order_charges group by order_id, line, item_id
)`

/** By order: what is due, below 0 if too much was paid, and what is left of its payments online. */
const standing = sql`(
  select o.id as order_id, o.charged_paise - coalesce(p.paid, 0) as due, coalesce(p.left_online, 0) as left_online
  from orders o left join (
    select p.order_id, sum(p.paise) filter (where p.cause <> 'dispute') as paid,
      sum(p.paise) filter (where p.method = 'provider') as left_online
    from order_payments p where ${counted} group by p.order_id
  ) p on p.order_id = o.id
)`

/** What must be true of charges, payments, the provider's events and disputes. */
export const ledgerRules: ConsistencyRule[] = [
  {
    name: 'order-and-payment',
    severity: 'error',
    requirement:
      'An order that is paid online is placed if and only if its payment succeeded, and expired otherwise.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'order ' || o.number || ' (' || ${inr(sql`o.charged_paise`)} || ') is ' || o.state || ', its payment '
        || coalesce(p.status, 'missing') as what
      from orders o left join ${checkouts} p on p.order_id = o.id
      where o.payment_method = 'provider' and (o.state, coalesce(p.status, 'missing')) not in (
        ('awaiting_payment', 'started'), ('placed', 'succeeded'), ('expired', 'cancelled'), ('expired', 'succeeded')
      )`,
  },
  {
    name: 'cash-order',
    severity: 'error',
    requirement:
      'An order paid when it is handed over has no payment online, and is placed immediately.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'order ' || o.number || ' is ' || o.state || ', its payment ' || coalesce(p.status, 'missing') as what
      from orders o left join ${checkouts} p on p.order_id = o.id
      where o.payment_method = 'cash' and (o.state <> 'placed' or p.id is not null)`,
  },
  {
    name: 'payment-order',
    severity: 'error',
    requirement: 'What a placed order was paid online is what was charged when it was placed.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'payment ' || coalesce(p.provider_id, p.id::text) || ' of order ' || o.number || ': ' || ${inr(sql`p.paise`)}
        || ' for ' || ${inr(sql`coalesce(c.paise, 0)`)} as what
      from ${checkouts} p join orders o on o.id = p.order_id
      left join (
        select order_id, sum(paise) as paise from order_charges where cause = 'placed' group by order_id
      ) c on c.order_id = o.id
      where o.state <> 'expired' and p.paise <> coalesce(c.paise, 0)`,
  },
  {
    name: 'payment-events',
    severity: 'error',
    requirement: 'A webhook event is stored once, with its own payment, which has the same status.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'event ' || e.provider_event_id || ' (' || e.type || ') of payment '
        || coalesce(p.provider_id, e.payment_id::text) as what
      from payment_events e left join order_payments p on p.id = e.payment_id
      where p.id is null or p.provider <> e.provider or (e.type = 'succeeded' and p.status <> 'succeeded')
      union all
      select 'event ' || provider_event_id || ' is stored ' || count(*) || ' times' from payment_events
      group by provider, provider_event_id having count(*) > 1`,
  },
  {
    name: 'charged-sum',
    severity: 'error',
    requirement: 'What an order costs is the sum of its charges.',
    remedy: compareWithPage,
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`o.charged_paise`)} || ', its charges ' || ${inr(sql`coalesce(c.paise, 0)`)} as what
      from orders o left join (
        select order_id, sum(paise) as paise from order_charges group by order_id
      ) c on c.order_id = o.id
      where o.charged_paise <> coalesce(c.paise, 0)`,
  },
  {
    name: 'paid-sum',
    severity: 'error',
    requirement: 'What was paid for an order is the sum of its payments that count.',
    remedy: compareWithPage,
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`o.paid_paise`)} || ', its payments ' || ${inr(sql`coalesce(p.paise, 0)`)} as what
      from orders o left join (
        select p.order_id, sum(p.paise) as paise from order_payments p where ${counted} group by p.order_id
      ) p on p.order_id = o.id
      where o.paid_paise <> coalesce(p.paise, 0)`,
  },
  {
    name: 'item-charges',
    severity: 'error',
    requirement:
      'The price of a cake that is made is charged once, and nothing for one that is not.',
    remedy: compareWithPage,
    rows: () => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number || ' is ' || i.status || ' at '
        || ${inr(sql`i.unit_paise::bigint * i.amount`)} || ', charged ' || ${inr(sql`coalesce(c.price, 0)`)}
        || ', left ' || ${inr(sql`coalesce(c.net, 0)`)} as what
      from order_items i join orders o on o.id = i.order_id left join (
        select item_id, sum(paise) as net, sum(paise) filter (where cause in ('placed', 'quoted', 'changed')) as price
        from order_charges where line = 'item' group by item_id
      ) c on c.item_id = i.id
      where o.state = 'placed' and case when i.status in ${cancelledStatuses} then coalesce(c.net, 0) <> 0
        else coalesce(c.price, 0) <> i.unit_paise::bigint * i.amount or coalesce(c.net, 0) < 0 end`,
  },
  {
    name: 'shipping-charges',
    severity: 'error',
    requirement: 'Nothing is charged where nothing is made, and no line costs less than nothing.',
    remedy: compareWithPage,
    rows: () => sql`
      select 'order ' || o.number || ': ' || n.line || ' costs ' || ${inr(sql`n.paise`)} as what
      from ${netCharges} n join orders o on o.id = n.order_id
      where o.state = 'placed' and n.line <> 'item' and (n.paise < 0 or n.paise > 0 and not exists (
        select 1 from order_items i where i.order_id = o.id and i.status not in ${cancelledStatuses}))`,
  },
  {
    name: 'refunds-within',
    severity: 'error',
    requirement:
      'Refunds and what banks took back are not more than was paid, and only of payments that succeeded.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'payment ' || coalesce(p.provider_id, p.id::text) || ' (' || p.status || '): '
        || ${inr(sql`-r.paise`)} || ' of ' || ${inr(sql`p.paise`)} as what
      from order_payments p join (
        select payment_id, sum(paise) as paise from order_payments where payment_id is not null group by payment_id
      ) r on r.payment_id = p.id
      where p.status <> 'succeeded' or p.paise + r.paise < 0 or r.paise > 0`,
  },
  {
    name: 'overpaid',
    severity: 'error',
    requirement:
      'What was paid online and is no longer charged is refunded, as far as no bank has taken it back.',
    remedy: 'Refund the rest on the order’s page.',
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`s.left_online`)} || ' left of the payment, '
        || ${inr(sql`-s.due`)} || ' too much' as what
      from ${standing} s join orders o on o.id = s.order_id
      where o.state = 'placed' and least(s.left_online, -s.due) > 0
        and not exists (
          select 1 from disputes d join order_payments paid on paid.id = d.payment_id
          where paid.order_id = o.id and not d.is_refundable)`,
  },
  {
    name: 'unexpected-refund',
    severity: 'error',
    requirement: 'What came for an expired order is refunded in full, or is being refunded.',
    remedy: 'Refund it in the provider’s dashboard.',
    rows: () => sql`
      select 'order ' || o.number || case when r.is_slot_gone then ', whose slot was gone,' else '' end || ' is ' || o.state
        || ', ' || ${inr(sql`o.paid_paise`)} || ' of its payment is left' as what
      from orders o left join (
        select p.order_id, bool_or(p.returned = 'slot-gone') as is_slot_gone, bool_or(p.status = 'requested') as is_made_now
        from order_payments p group by p.order_id
      ) r on r.order_id = o.id
      where o.state = 'expired' and o.paid_paise <> 0 and r.is_made_now is not true`,
  },
  {
    name: 'refund-waits',
    severity: 'error',
    requirement: 'No refund waits for more than six hours.',
    remedy:
      'Is the shop running, and can the provider be reached? The log says why each try failed.',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`-p.paise`)} as what
      from order_payments p join orders o on o.id = p.order_id
      where p.status = 'requested' and p.created_at < ${now} - interval '6 hours'`,
  },
  {
    name: 'refund-failed',
    severity: 'notice',
    requirement: 'These refunds did not reach the card, in the last 90 days.',
    remedy: 'The money is with the shop again. Has the customer got it in another way?',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`-p.paise`)} as what
      from order_payments p join orders o on o.id = p.order_id
      where p.status = 'failed' and p.updated_at > ${now} - interval '90 days'`,
  },
  {
    name: 'door-money',
    severity: 'error',
    requirement:
      'At a door no more is taken than was due before less was charged, and what was settled leaves nothing open.',
    remedy: 'Ask who took it, and compare it with the order’s page.',
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`d.taken`)} || ' taken, ' || ${inr(sql`s.due`)} || ' due' as what
      from (
        select order_id, sum(paise) as taken, min(created_at) filter (where cause = 'door') as at_door,
          max(created_at) filter (where cause = 'counter') as settled_at
        from order_payments where method <> 'provider' group by order_id
      ) d join ${standing} s on s.order_id = d.order_id join orders o on o.id = d.order_id
      where s.due + coalesce((
          select -sum(c.paise) from order_charges c where c.order_id = d.order_id and c.created_at >= d.at_door and c.paise < 0
        ), 0) < 0 and d.at_door is not null
        or s.due <> 0 and d.settled_at >= (select max(created_at) from order_charges where order_id = d.order_id)`,
  },
  {
    name: 'late-charges',
    severity: 'error',
    requirement: 'What a late delivery costs less is decided once, and nothing else is.',
    remedy: 'Compare the order’s moves with its slot.',
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`-c.paise`)} || ' less, decided ' || coalesce(l.outcome, 'never') as what
      from (select order_id, sum(paise) as paise from order_charges where cause = 'late' group by order_id) c
      join orders o on o.id = c.order_id left join late_deliveries l on l.order_id = o.id
      where coalesce(l.outcome, 'never') not in ('owed', 'disputed')`,
  },
  {
    name: 'dispute-lost',
    severity: 'error',
    requirement: 'A lost dispute takes what was left of its payment, and no other does.',
    remedy: 'Look at the dispute in the provider’s dashboard, and have its last event sent again.',
    rows: () => sql`
      select 'dispute ' || d.provider_dispute_id || ' of order ' || o.number || ' is ' || d.status || ' ('
        || ${inr(sql`d.amount_paise`)} || '), lost ' || ${inr(sql`coalesce(l.paise, 0)`)} as what
      from disputes d join order_payments p on p.id = d.payment_id join orders o on o.id = p.order_id
      left join (
        select payment_id, provider_id, -sum(paise) as paise from order_payments
        where cause = 'dispute' group by payment_id, provider_id
      ) l on l.payment_id = p.id and l.provider_id = d.provider_dispute_id
      left join (
        select payment_id, sum(paise) as paise from order_payments where payment_id is not null group by payment_id
      ) r on r.payment_id = p.id
      where coalesce(l.paise, 0) > d.amount_paise or (d.status <> 'lost' and coalesce(l.paise, 0) <> 0)
        or (d.status = 'lost' and o.state = 'placed' and p.paise + coalesce(r.paise, 0) > 0
          and coalesce(l.paise, 0) < d.amount_paise)
      union all
      select 'order ' || o.number || ': ' || ${inr(sql`-l.paise`)} || ' lost in no dispute' as what
      from order_payments l join orders o on o.id = l.order_id
      where l.cause = 'dispute' and not exists (
        select 1 from disputes d where d.payment_id = l.payment_id and d.provider_dispute_id = l.provider_id)`,
  },
  {
    name: 'dispute-unanswered',
    severity: 'notice',
    requirement: 'These disputes were not answered in time, in the last 30 days.',
    remedy: 'Look in the provider’s dashboard: without an answer they are lost.',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`d.amount_paise`)} as what
      from disputes d join order_payments p on p.id = d.payment_id join orders o on o.id = p.order_id
      where d.status = 'open' and d.answer_by < ${now} and d.answer_by > ${now} - interval '30 days'`,
  },
]
