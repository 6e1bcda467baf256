import { sql } from 'drizzle-orm'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

/** What must be true of places in slots. */
export const deliveryRules: ConsistencyRule[] = [
  {
    name: 'delivery-loads',
    severity: 'error',
    requirement: 'What is taken of slots and kitchen days is what is held and kept.',
    remedy: 'No order is lost. A slot may look fuller or emptier than it is: compare its orders.',
    rows: () => sql`
      select coalesce(l.day, r.day)::text || ' ' || coalesce(l.what, r.what) || ': ' || coalesce(l.taken, 0)
        || ' counted, ' || coalesce(r.taken, 0) || ' reserved' as what
      from (select * from delivery_loads) l full join (
        select day, what, sum(amount)::integer as taken from (
          select day, slot_id::text as what, 1 as amount from delivery_reservations where state <> 'released'
          union all
          select production_day, 'kitchen', kitchen_minutes from delivery_reservations where state <> 'released'
        ) shares group by day, what
      ) r on r.day = l.day and r.what = l.what
      where coalesce(l.taken, 0) <> coalesce(r.taken, 0)`,
  },
  {
    name: 'delivery-places',
    severity: 'error',
    requirement:
      'A placed order keeps its place, and one that is over, or of which nothing is made, has none.',
    remedy: 'Call the customer if the slot is full.',
    rows: () => sql`
      select 'order ' || o.number || ' is ' || o.state || ', its place ' || r.state as what
      from orders o join delivery_reservations r on r.id = o.reservation_id
      where case
        when o.state = 'expired' then r.state <> 'released'
        when o.state = 'placed' then (r.state = 'kept') = not exists (
          select 1 from order_items i where i.order_id = o.id and i.status not in ${cancelledStatuses})
        else r.state = 'kept' end`,
  },
]
