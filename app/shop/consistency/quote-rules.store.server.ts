import { sql } from 'drizzle-orm'
import { inr } from './consistency.store.server.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

const quoteRemedy = 'Call the customer and agree on the price.'

/** What must be true of a customised cake and its quotes. */
export const quoteRules: ConsistencyRule[] = [
  {
    name: 'quote-open',
    severity: 'error',
    requirement: 'A cake waits for the customer’s answer if and only if one quote is open.',
    remedy: quoteRemedy,
    rows: () => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number || ' is ' || i.status || ', open quotes: ' || count(q.id) as what
      from order_items i join orders o on o.id = i.order_id
      left join quotes q on q.item_id = i.id and q.status = 'open'
      where i.customize or q.id is not null
      group by i.id, o.number
      having count(q.id) <> (case when i.customize and i.status = 'quoted' then 1 else 0 end)`,
  },
  {
    name: 'quote-accepted',
    severity: 'error',
    requirement: 'The accepted price is the price of the cake.',
    remedy: quoteRemedy,
    rows: () => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number || ' is ' || i.status || ' at ' || ${inr(sql`i.unit_paise`)}
        || ', accepted at ' || coalesce(string_agg(${inr(sql`q.price_paise`)}, ' and '), 'nothing') as what
      from order_items i join orders o on o.id = i.order_id
      left join quotes q on q.item_id = i.id and q.status = 'accepted'
      where i.customize or q.id is not null
      group by i.id, o.number
      having count(q.id) > 1
        or (count(q.id) = 1 and (max(q.price_paise) <> i.unit_paise or i.status not in ('accepted', 'completed', 'cancelled')))
        or (count(q.id) = 0 and i.status in ('accepted', 'completed'))`,
  },
  {
    name: 'quote-overdue',
    severity: 'error',
    requirement: 'A quote that was not answered in time expires within an hour.',
    remedy: 'Is the shop running? It ends them every five minutes. Its log has the errors.',
    rows: ({ now }) => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number as what
      from quotes q join order_items i on i.id = q.item_id join orders o on o.id = i.order_id
      where q.status = 'open' and q.answer_by < ${now} - interval '1 hour'`,
  },
]
