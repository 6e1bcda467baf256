import { sql } from 'drizzle-orm'
import type { ConsistencyRule } from './consistency-rule.server.ts'

/** What must be true of an order and its audit log. */
export const orderRules: ConsistencyRule[] = [
  {
    name: 'order-items',
    severity: 'error',
    requirement: 'Every order has items.',
    remedy: 'Call the customer, and refund what was paid.',
    rows: () => sql`
      select 'order ' || o.number || ' has none' as what from orders o
      where not exists (select 1 from order_items i where i.order_id = o.id)`,
  },
  {
    name: 'order-waits',
    severity: 'error',
    requirement: 'No order waits for its payment for more than two hours.',
    remedy: 'Is the shop running? Its reconciler ends them after an hour. Its log has the errors.',
    rows: ({ now }) => sql`
      select 'order ' || number || ' since ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as what
      from orders where state = 'awaiting_payment' and created_at < ${now} - interval '2 hours'`,
  },
  {
    name: 'order-audit',
    severity: 'error',
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
  {
    name: 'cancelled-audit',
    severity: 'error',
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
]
