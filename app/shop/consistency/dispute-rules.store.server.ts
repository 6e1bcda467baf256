import { sql } from 'drizzle-orm'
import { inr } from './consistency.store.server.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

/** What must be true of disputes. */
export const disputeRules: ConsistencyRule[] = [
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
