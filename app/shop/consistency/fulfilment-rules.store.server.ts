import { sql } from 'drizzle-orm'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

/** What must be true of an order's way to the door. */
export const fulfilmentRules: ConsistencyRule[] = [
  {
    name: 'order-ready',
    severity: 'error',
    requirement:
      'An order leaves the kitchen once every item that will be made is prepared, and not before.',
    remedy: 'Look at the order’s page: has it left the shop? Call the customer if it has not.',
    rows: () => sql`
      select 'order ' || o.number || ' is ' || o.fulfilment || ', ' || i.prepared || ' of ' || i.to_make
        || ' items prepared' as what
      from orders o join (
        select order_id, count(*) filter (where status = 'completed') as prepared,
          count(*) filter (where status not in ${cancelledStatuses}) as to_make
        from order_items group by order_id
      ) i on i.order_id = o.id
      where o.state = 'placed'
        and (o.fulfilment in ('placed', 'baking')) = (i.to_make > 0 and i.prepared = i.to_make)`,
  },
  {
    name: 'order-moves',
    severity: 'error',
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
]
