import { sql } from 'drizzle-orm'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { inr } from './consistency.store.server.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

const compareWithProvider =
  'Compare with the provider’s list of payments (npm run check:consistency -- --with-provider).'

/** What must be true of an order, its payment and the provider's events. */
export const paymentRules: ConsistencyRule[] = [
  {
    name: 'order-and-payment',
    severity: 'error',
    requirement:
      'An order paid by card is placed if and only if its payment succeeded, and expired otherwise.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'order ' || o.number || ' (' || ${inr(sql`o.card_paise`)} || ') is ' || o.state || ', its payment '
        || coalesce(p.status, 'missing') as what
      from orders o left join payments p on p.order_id = o.id
      where o.card_paise > 0 and (o.state, coalesce(p.status, 'missing')) not in (
        ('awaiting_payment', 'started'), ('placed', 'succeeded'), ('expired', 'cancelled'), ('expired', 'succeeded')
      )`,
  },
  {
    name: 'cash-order',
    severity: 'error',
    requirement: 'An order paid only in cash has no payment, and is placed immediately.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'order ' || o.number || ' is ' || o.state || ', its payment ' || coalesce(p.status, 'missing') as what
      from orders o left join payments p on p.order_id = o.id
      where o.card_paise = 0 and (o.state <> 'placed' or p.id is not null)`,
  },
  {
    name: 'payment-order',
    severity: 'error',
    requirement: 'A payment belongs to one order, and its amount is the order’s card amount.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'payment ' || coalesce(p.provider_payment_id, p.id::text) || ' of order ' || coalesce(o.number::text, 'none')
        || ': ' || ${inr(sql`p.amount_paise`)} || ' ' || p.currency || ' for ' || ${inr(sql`o.card_paise`)} as what
      from payments p left join orders o on o.id = p.order_id
      where o.id is null or p.amount_paise <> o.card_paise or p.currency <> 'INR'
        or (p.status = 'succeeded' and p.provider_payment_id is null)
        or exists (select 1 from payments other where other.order_id = p.order_id and other.id <> p.id)`,
  },
  {
    name: 'payment-events',
    severity: 'error',
    requirement: 'A webhook event is stored once, with its own payment, which has the same status.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'event ' || e.provider_event_id || ' (' || e.type || ') of payment '
        || coalesce(p.provider_payment_id, e.payment_id::text) as what
      from payment_events e left join payments p on p.id = e.payment_id
      where p.id is null or p.provider <> e.provider or (e.type = 'succeeded' and p.status <> 'succeeded')
      union all
      select 'event ' || provider_event_id || ' is stored ' || count(*) || ' times' from payment_events
      group by provider, provider_event_id having count(*) > 1`,
  },
]

/** Refunds that count in the order. Late captures of expired orders are refunded with another key and do not. */
const counts = sql`r.key not like 'unexpected-%'`

/** What must be true of refunds. */
export const refundRules: ConsistencyRule[] = [
  {
    name: 'refunds-within',
    severity: 'error',
    requirement: 'Refunds are not more than was paid, and only of payments that succeeded.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'payment ' || coalesce(max(p.provider_payment_id), p.id::text) || ' (' || p.status || '): '
        || ${inr(sql`sum(r.amount_paise) filter (where ${counts})`)} || ' of ' || ${inr(sql`p.amount_paise`)} as what
      from refunds r join payments p on p.id = r.payment_id
      group by p.id, p.status, p.amount_paise
      having p.status <> 'succeeded' or sum(r.amount_paise) filter (where ${counts}) > p.amount_paise`,
  },
  {
    name: 'refunded-sum',
    severity: 'error',
    requirement: 'The refunded amount of an order is the sum of its refunds.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`o.refunded_paise`)} || ', its refunds ' || ${inr(sql`coalesce(r.paise, 0)`)} as what
      from orders o left join (
        select p.order_id, sum(r.amount_paise) as paise
        from refunds r join payments p on p.id = r.payment_id where ${counts} group by p.order_id
      ) r on r.order_id = o.id
      where o.refunded_paise <> coalesce(r.paise, 0)`,
  },
  {
    name: 'refunded-whole',
    severity: 'error',
    requirement:
      'An order is refunded whole if and only if its card amount is, and either a dispute is lost or the last refund was not for a dropped item or a cheaper slot.',
    remedy: 'Is what its card paid still to be made? Its refunds are on the order’s page.',
    rows: () => sql`
      select 'order ' || o.number || ' is ' || case when o.is_refunded_whole then '' else 'not ' end || 'refunded whole: '
        || ${inr(sql`o.refunded_paise`)} || ' of ' || ${inr(sql`o.card_paise`)} as what
      from orders o
      where o.is_refunded_whole <> (o.card_paise > 0 and o.refunded_paise = o.card_paise and (
        exists (select 1 from disputes d join payments p on p.id = d.payment_id where p.order_id = o.id and d.status = 'lost')
        or coalesce((
          select r.key !~ '^(drop|slot)-' from refunds r join payments p on p.id = r.payment_id
          where p.order_id = o.id order by r.created_at desc, r.id desc limit 1
        ), true)))`,
  },
  {
    name: 'cancelled-refund',
    severity: 'error',
    requirement: 'The card amount of a cancelled order is refunded.',
    remedy: 'Refund the rest on the order’s page.',
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`o.refunded_paise`)} || ' of ' || ${inr(sql`o.card_paise`)} as what
      from orders o
      where o.state = 'placed' and o.refunded_paise < o.card_paise
        and exists (select 1 from order_items i where i.order_id = o.id and i.status = 'cancelled')
        and not exists (select 1 from order_items i where i.order_id = o.id and i.status not in ${cancelledStatuses})`,
  },
  {
    name: 'dropped-refund',
    severity: 'error',
    requirement: 'What the card paid for dropped items is refunded.',
    remedy: 'Refund the rest on the order’s page.',
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`o.refunded_paise`)} || ', dropped ' || ${inr(sql`i.paise`)} as what
      from orders o join (
        select order_id, sum(unit_paise::bigint * amount) as paise from order_items
        where status = 'cancelled' and not customize group by order_id
      ) i on i.order_id = o.id
      where o.state = 'placed' and o.refunded_paise < least(i.paise, o.card_paise)`,
  },
  {
    name: 'unexpected-refund',
    severity: 'error',
    requirement: 'Late captures of expired orders are refunded in full, and no others.',
    remedy: 'Refund it in the provider’s dashboard.',
    rows: () => sql`
      select 'order ' || o.number || ' is ' || o.state || ', its payment ' || p.status || ', its refund '
        || coalesce(r.status, 'missing') as what
      from payments p join orders o on o.id = p.order_id
      left join refunds r on r.payment_id = p.id and r.key = 'unexpected-' || p.id
      where p.status = 'succeeded' and (o.state = 'expired') <> (r.id is not null)
      union all
      select 'refund ' || r.key || ' of another payment' from refunds r
      where r.key like 'unexpected-%' and r.key <> 'unexpected-' || r.payment_id`,
  },
  {
    name: 'refund-waits',
    severity: 'error',
    requirement: 'No refund waits for more than six hours.',
    remedy:
      'Is the shop running, and can the provider be reached? The log says why each try failed.',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`r.amount_paise`)} as what
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where r.status = 'requested' and r.created_at < ${now} - interval '6 hours'`,
  },
  {
    name: 'refund-failed',
    severity: 'notice',
    requirement: 'These refunds did not reach the card, in the last 90 days.',
    remedy: 'The money is with the shop again. Has the customer got it in another way?',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`r.amount_paise`)} as what
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where r.status = 'failed' and r.updated_at > ${now} - interval '90 days'`,
  },
]
