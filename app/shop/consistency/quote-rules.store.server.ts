import { sql } from 'drizzle-orm'
import { inr } from './consistency.store.server.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

const mend = 'Call the customer, and agree on what counts.'

/** What a customised cake and the prices quoted for it must say of each other. */
export const quoteRules: ConsistencyRule[] = [
  {
    name: 'quote-open',
    severity: 'error',
    says: 'A cake waits for an answer to a price if and only if one quote for it is open.',
    mend,
    rows: () => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number || ' is ' || i.status || ', open quotes: ' || count(f.id) as what
      from order_items i join orders o on o.id = i.order_id
      left join quotes f on f.item_id = i.id and f.status = 'open'
      where i.customize or f.id is not null
      group by i.id, o.number
      having count(f.id) <> (case when i.customize and i.status = 'quoted' then 1 else 0 end)`,
  },
  {
    name: 'quote-accepted',
    severity: 'error',
    says: 'The price that was accepted is the price of the cake.',
    mend,
    // An item without any quote had its price agreed before quotes were kept.
    rows: () => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number || ' is ' || i.status || ' at ' || ${inr(sql`i.unit_paise`)}
        || ', accepted at ' || coalesce(string_agg(${inr(sql`f.price_paise`)}, ' and '), 'nothing') as what
      from order_items i join orders o on o.id = i.order_id
      left join quotes f on f.item_id = i.id and f.status = 'accepted'
      where exists (select 1 from quotes any_quote where any_quote.item_id = i.id)
      group by i.id, o.number
      having count(f.id) > 1
        or (count(f.id) = 1 and (max(f.price_paise) <> i.unit_paise or i.status not in ('accepted', 'completed', 'cancelled')))
        or (count(f.id) = 0 and i.status in ('accepted', 'completed'))`,
  },
  {
    name: 'quote-overdue',
    severity: 'error',
    says: 'A quote that was not answered in time is ended within an hour.',
    mend: 'Is the shop running? It ends them every five minutes; its log says what it stumbles over.',
    rows: ({ now }) => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number as what
      from quotes f join order_items i on i.id = f.item_id join orders o on o.id = i.order_id
      where f.status = 'open' and f.answer_by < ${now} - interval '1 hour'`,
  },
]
