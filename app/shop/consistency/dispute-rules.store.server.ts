import { sql } from 'drizzle-orm'
import { inr } from './consistency.store.server.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

/** What must be true of disputes. */
export const disputeRules: ConsistencyRule[] = [
  {
    name: 'dispute-lost',
    severity: 'error',
    requirement:
      'A lost dispute counts as a refund, as far as there was something left, and no other does.',
    remedy: 'Look at the dispute in the provider’s dashboard, and have its last event sent again.',
    rows: () => sql`
      select 'dispute ' || coalesce(d.provider_dispute_id, l.key) || ' of order ' || coalesce(o.number::text, 'none') || ' is '
        || coalesce(d.status, 'missing') || ' (' || ${inr(sql`d.amount_paise`)} || '), refunded '
        || ${inr(sql`l.amount_paise`)} as what
      from disputes d
      full join (select * from refunds where key like 'dispute-%') l on l.key = 'dispute-' || d.id
      left join payments p on p.id = coalesce(d.payment_id, l.payment_id)
      left join orders o on o.id = p.order_id
      where d.id is null or l.payment_id <> d.payment_id or l.amount_paise > d.amount_paise
        or (d.status <> 'lost' and l.id is not null)
        or (d.status = 'lost' and o.state = 'placed' and o.refunded_paise < o.card_paise
          and coalesce(l.amount_paise, 0) < d.amount_paise)`,
  },
  {
    name: 'dispute-unanswered',
    severity: 'notice',
    requirement: 'These disputes were not answered in time, in the last 30 days.',
    remedy: 'Look in the provider’s dashboard: without an answer they are lost.',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`d.amount_paise`)} as what
      from disputes d join payments p on p.id = d.payment_id join orders o on o.id = p.order_id
      where d.status = 'open' and d.answer_by < ${now} and d.answer_by > ${now} - interval '30 days'`,
  },
]
