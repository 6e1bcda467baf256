import { sql } from 'drizzle-orm'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { inr } from './consistency.store.server.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

/** What must be true of the money at doors, and of what late deliveries cost. */
export const doorMoneyRules: ConsistencyRule[] = [
  {
    name: 'door-payments',
    severity: 'error',
    requirement:
      'What was taken of an order is of what it is due in cash, and not more, except by what a late delivery lowered.',
    remedy: 'Ask who took it, and compare it with the order’s page.',
    rows: () => sql`
      select 'order ' || number || ': ' || ${inr(sql`at_door`)} || ' at the door, ' || ${inr(sql`taken`)}
        || ' taken, ' || ${inr(sql`due`)} || ' due in cash' as what
      from (
        select o.number, o.waived_paise, coalesce(l.cash_paise, 0) as less, d.taken, d.at_door, d.is_settled,
          o.cash_paise + coalesce(i.paise, 0) - o.waived_paise as due
        from (
          select order_id, sum(taken_paise) as taken, sum(due_paise) filter (where part = 'door') as at_door,
            bool_or(part = 'rest') as is_settled
          from door_payments group by order_id
        ) d join orders o on o.id = d.order_id left join late_deliveries l on l.order_id = o.id left join (
          select order_id, sum(unit_paise::bigint * amount) as paise from order_items
          where customize and status in ('accepted', 'completed') group by order_id
        ) i on i.order_id = o.id
      ) o
      where at_door is null or at_door not between due and due + waived_paise or taken > due + less
        or is_settled and taken <> due`,
  },
  {
    name: 'waived-cash',
    severity: 'error',
    requirement:
      'No more is waived of an order than would be due in cash, late deliveries among it.',
    remedy: 'Compare the order’s page with its history.',
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`o.waived_paise`)} || ' waived, '
        || ${inr(sql`coalesce(l.cash_paise, 0)`)} || ' of it late, of ' || ${inr(sql`(o.cash_paise + i.paise)`)} as what
      from orders o left join late_deliveries l on l.order_id = o.id join (
        select order_id, coalesce(sum(unit_paise::bigint * amount) filter (
            where customize and status in ('accepted', 'completed')
          ), 0) as paise, count(*) filter (where status not in ${cancelledStatuses}) as made
        from order_items group by order_id
      ) i on i.order_id = o.id
      where i.made > 0 and o.waived_paise > o.cash_paise + i.paise
        or coalesce(l.cash_paise, 0) > o.waived_paise`,
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
