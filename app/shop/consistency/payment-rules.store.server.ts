import { sql } from 'drizzle-orm'
import { inr } from './consistency.store.server.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

const ask =
  'Compare with the provider’s own list of payments (npm run check:consistency -- --with-provider).'

/** How an order, its payment and the provider's events must agree. */
const paymentRules: ConsistencyRule[] = [
  {
    name: 'order-and-payment',
    severity: 'error',
    says: 'An order paid by card is placed if and only if its payment succeeded, and expired otherwise.',
    mend: ask,
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
    says: 'An order paid in cash alone has no payment, and is placed at once.',
    mend: ask,
    rows: () => sql`
      select 'order ' || o.number || ' is ' || o.state || ', its payment ' || coalesce(p.status, 'missing') as what
      from orders o left join payments p on p.order_id = o.id
      where o.card_paise = 0 and (o.state <> 'placed' or p.id is not null)`,
  },
  {
    name: 'payment-order',
    severity: 'error',
    says: 'A payment is of one order, over what the card is to pay for it.',
    mend: ask,
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
    says: 'An event of a provider is stored once, with its own payment, which has the same status.',
    mend: ask,
    rows: () => sql`
      select 'event ' || e.provider_event_id || ' (' || e.type || ') of payment '
        || coalesce(p.provider_payment_id, e.payment_id::text) as what
      from payment_events e left join payments p on p.id = e.payment_id
      where p.id is null or p.provider <> e.provider or (e.type = 'succeeded' and p.status <> 'succeeded')
      union all
      select 'event ' || provider_event_id || ' is kept ' || count(*) || ' times' from payment_events
      group by provider, provider_event_id having count(*) > 1`,
  },
]

/**
 * Refunds that count on the order: those an admin made and the rest of a cancelled one. Money for an order that was never
 * placed goes back under a key of its own, and is not counted there.
 */
const counts = sql`r.key not like 'unexpected-%'`

/** What was given back, and what should have been. */
const refundRules: ConsistencyRule[] = [
  {
    name: 'refunds-within',
    severity: 'error',
    says: 'Never more is given back than was paid, and only of payments that succeeded.',
    mend: ask,
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
    says: 'An order says of as much that it was given back as its refunds add up to.',
    mend: ask,
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`o.refunded_paise`)} || ', its refunds ' || ${inr(sql`coalesce(r.paise, 0)`)} as what
      from orders o left join (
        select p.order_id, sum(r.amount_paise) as paise
        from refunds r join payments p on p.id = r.payment_id where ${counts} group by p.order_id
      ) r on r.order_id = o.id
      where o.refunded_paise <> coalesce(r.paise, 0)`,
  },
  {
    name: 'cancelled-refund',
    severity: 'error',
    says: 'All that the card paid for a cancelled order is given back.',
    mend: 'Give back the rest from the order’s page.',
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`o.refunded_paise`)} || ' of ' || ${inr(sql`o.card_paise`)} as what
      from orders o
      where o.state = 'placed' and o.refunded_paise < o.card_paise
        and exists (select 1 from order_items i where i.order_id = o.id and i.status = 'cancelled')`,
  },
  {
    name: 'unexpected-refund',
    severity: 'error',
    says: 'Money that came for an expired order goes back as a whole, and for no other order.',
    mend: 'Refund it in the provider’s dashboard if it was not refunded.',
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
    says: 'No refund is asked for in vain for more than six hours.',
    mend: 'Is the shop running, and does the provider respond? The shop’s log says why each attempt failed.',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`r.amount_paise`)} as what
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where r.status = 'requested' and r.created_at < ${now} - interval '6 hours'`,
  },
  {
    name: 'refund-failed',
    severity: 'notice',
    says: 'These refunds did not reach the card, in the last 90 days.',
    mend: 'The money is with the shop again: has the customer got it in another way?',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`r.amount_paise`)} as what
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where r.status = 'failed' and r.updated_at > ${now} - interval '90 days'`,
  },
]

export const moneyRules: ConsistencyRule[] = [...paymentRules, ...refundRules]
