import { sql } from 'drizzle-orm'
import { inr } from './consistency.store.server.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

/** What must be true of late deliveries, and of the money at doors. */
export const riderRules: ConsistencyRule[] = [
  {
    name: 'door-payments',
    severity: 'error',
    requirement:
      'What was taken at a door, or was short, is of what its order says is due in cash.',
    remedy: 'Ask the rider what was taken, and compare it with the order’s page.',
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`d.due_paise`)} || ' at the door, '
        || ${inr(sql`o.cash_paise + coalesce(i.paise, 0)`)} || ' due in cash' as what
      from door_payments d join orders o on o.id = d.order_id left join (
        select order_id, sum(unit_paise::bigint * amount) as paise from order_items
        where customize and status in ('accepted', 'completed') group by order_id
      ) i on i.order_id = o.id
      where (d.state <> 'waived' or d.taken_paise > 0)
        and d.due_paise <> o.cash_paise + coalesce(i.paise, 0)`,
  },
  {
    name: 'late-refunds',
    severity: 'error',
    requirement:
      'What is owed for a late delivery is refunded once under its key, and nothing else is.',
    remedy: 'Compare the order’s moves with its slot, and refund the rest on its page.',
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`coalesce(l.card_paise, 0)`)} || ' owed, '
        || ${inr(sql`coalesce(r.amount_paise, 0)`)} || ' refunded' as what
      from (select * from late_deliveries where card_paise > 0) l full join (
        select p.order_id, r.amount_paise from refunds r join payments p on p.id = r.payment_id
        where r.key = 'late-' || p.order_id
      ) r on r.order_id = l.order_id
      join orders o on o.id = coalesce(l.order_id, r.order_id)
      where coalesce(l.card_paise, 0) <> coalesce(r.amount_paise, 0)`,
  },
]
