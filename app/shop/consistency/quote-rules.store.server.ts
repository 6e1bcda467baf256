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
    requirement: 'The accepted price is the price of the cake.',
    remedy: quoteRemedy,
    // Items without quotes are from older versions.
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
    requirement: 'A quote that was not answered in time expires within an hour.',
    remedy: 'Is the shop running? It ends them every five minutes. Its log has the errors.',
    rows: ({ now }) => sql`
      select 'item ' || i.position + 1 || ' of order ' || o.number as what
      from quotes f join order_items i on i.id = f.item_id join orders o on o.id = i.order_id
      where f.status = 'open' and f.answer_by < ${now} - interval '1 hour'`,
  },
]
