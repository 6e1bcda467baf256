import { type SQL, sql } from 'drizzle-orm'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { digestOf } from '#shop/tax-documents/tax-documents.store.server.ts'
import { inr } from './consistency.store.server.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

/** Documents with the place of their serial: 1 of 'CW/26-27/0000001'. */
const serials = sql`(
  select d.kind, d.serial, substr(d.serial, 1, 3) || d.year as series, substr(d.serial, 10)::integer as place,
    d.issued_at, o.number
  from tax_documents d join orders o on o.id = d.order_id where d.serial ~ '^C[WN]/[0-9]{2}-[0-9]{2}/[0-9]{7}$'
)`

/** The last serials that were counted, by series: 'CW/26-27'. */
const counters = sql`(
  select 'CW/' || year as series, last from invoice_serials union all select 'CN/' || year, last from credit_note_serials
)`

/** The financial year of an instant in Kolkata, April to March: '26-27'. */
const yearOf = (at: SQL) => sql`
  to_char((${at} at time zone 'Asia/Kolkata') - interval '3 months', 'YY') || '-'
    || to_char((${at} at time zone 'Asia/Kolkata') + interval '9 months', 'YY')`

const remedy = 'Tell your accountant which serials are affected before you change anything.'

/** What must be true of invoices and credit notes. Serials of an earlier version count once their invoices are written. */
export const taxDocumentRules: ConsistencyRule[] = [
  {
    name: 'document-year',
    severity: 'error',
    requirement: 'A serial is of the financial year in which its document was issued.',
    remedy,
    rows: () => sql`
      select serial || ' of ' || to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as what
      from tax_documents where year <> ${yearOf(sql`issued_at`)}`,
  },
  {
    name: 'serial-gap',
    severity: 'error',
    requirement: 'Serials are consecutive within a financial year, and unique.',
    remedy,
    rows: () => sql`
      select series || ': after ' || before || ' comes ' || place || ' (order ' || number || ')' as what
      from (
        select *, lag(place, 1, 0) over (partition by series order by place, number) as before from ${serials} s
      ) s where place <> before + 1
        and not exists (select 1 from orders o where o.invoice_serial is not null and starts_with(o.invoice_serial, series))`,
  },
  {
    name: 'serial-last',
    severity: 'error',
    requirement: 'The counter of a financial year is its highest serial.',
    remedy,
    rows: () => sql`
      select coalesce(c.series, s.series) || ': counter ' || coalesce(c.last::text, 'missing') || ', highest '
        || coalesce(s.highest::text, 'none') as what
      from ${counters} c
      full join (select series, max(place) as highest from ${serials} s group by series) s on s.series = c.series
      where c.last is distinct from s.highest
        and not exists (select 1 from orders o where o.invoice_serial is not null and starts_with(o.invoice_serial, coalesce(c.series, s.series)))`,
  },
  {
    name: 'serial-order',
    severity: 'error',
    // Two processes may take serial and time in a different order.
    requirement: 'A higher serial is not older than a lower one, except by a minute.',
    remedy: 'Do the clocks of the machines agree? Check that they are set by the network.',
    rows: () => sql`
      select serial || ' (order ' || number || ')' as what
      from (
        select *, max(issued_at) over (
          partition by series order by place rows between unbounded preceding and 1 preceding
        ) as before from ${serials} s
      ) s where issued_at < before - interval '1 minute'`,
  },
  {
    name: 'document-digest',
    severity: 'error',
    requirement: 'A tax document says what was written when it was issued.',
    remedy: 'Compare it with a backup: somebody has changed the row.',
    rows: () => sql`
      select serial as what from tax_documents
      where digest <> ${digestOf(sql`serial`, sql`content::text`)}
        or total_paise <> (content -> 'total' ->> 'total')::bigint
        or taxable_paise <> (content -> 'total' ->> 'taxable')::bigint`,
  },
  {
    name: 'tax-documents',
    severity: 'error',
    requirement: 'Invoices less credit notes are what is kept of an order and still due for it.',
    remedy,
    // As `chargeableTotal` has it.
    rows: () => sql`
      select 'order ' || number || ': invoices less credit notes ' || ${inr(sql`documents`)} || ', kept or due '
        || ${inr(sql`due`)} as what
      from (
        select o.number, coalesce(d.paise, 0) as documents, case when i.made = 0 then 0 else
          o.card_paise - o.refunded_paise + coalesce(l.paise, 0)
            + case when i.ready_made > 0 or i.agreed > 0 then o.cash_paise + i.agreed - o.waived_paise else 0 end end as due
        from orders o
        join (
          select order_id, count(*) filter (where not customize) as ready_made,
            count(*) filter (where status not in ${cancelledStatuses}) as made,
            coalesce(sum(unit_paise::bigint * amount) filter (where customize and status in ('accepted', 'completed')), 0) as agreed
          from order_items group by order_id
        ) i on i.order_id = o.id
        left join (
          select p.order_id, sum(r.amount_paise) as paise
          from refunds r join payments p on p.id = r.payment_id where r.key like 'dispute-%' group by p.order_id
        ) l on l.order_id = o.id
        left join (
          select order_id, sum(case kind when 'invoice' then total_paise else -total_paise end) as paise
          from tax_documents group by order_id
        ) d on d.order_id = o.id
        where o.state = 'placed' and o.invoice_serial is null
      ) o where documents <> due`,
  },
  {
    name: 'credit-note-missing',
    severity: 'error',
    requirement: 'Every refund of a placed order has its credit note.',
    remedy,
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`r.amount_paise`)} as what
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
      where o.state = 'placed' and o.invoice_serial is null and r.key not like 'dispute-%'
        and not exists (select 1 from tax_documents d where d.refund_id = r.id)`,
  },
]
