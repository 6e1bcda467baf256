import { type SQL, sql } from 'drizzle-orm'

type Statement = [what: string, statement: SQL]

/** The invoices and credit notes of a filled shop, with the counters of their serials; their charges name them. */
export function taxDocumentRows(): Statement[] {
  return [
    ['invoices', documents({ kind: 'invoice', prefix: 'CW/', source: invoiced })],
    ['credit notes', documents({ kind: 'credit-note', prefix: 'CN/', source: credited })],
    ['invoice serials', counters(sql`invoice_serials`, 'invoice')],
    ['credit note serials', counters(sql`credit_note_serials`, 'credit-note')],
  ]
}

/** What the charges of each paper add up to, line by line. */
const printed = sql`
  select paper_id as id, c.order_id, sum(abs(c.paise))::int as paise, 2 * sum(half)::int as tax, json_agg(json_build_object(
      'of', coalesce(c.item_id::text, c.line), 'title', coalesce(i.name, 'Delivery'), 'details', json_build_array(), 'quantity', i.amount,
      'rate', coalesce(i.unit_paise, abs(c.paise)), 'amount', ${taxed(sql`abs(c.paise)`, sql`half`)}
    ) order by i.position) as lines
  from order_charges c left join order_items i on i.id = c.item_id cross join lateral (select round(abs(c.paise) * 2.5 / 105)::int as half) h
  where paper_id is not null`

/** All that was charged for what is made, or was to be. */
const invoiced = sql`
  select c.*, o.number, o.placed_at as at, case o.payment_method when 'provider' then c.paise else 0 end as by_card,
    null::uuid as invoice_id, null::json as credits
  from (${printed} and c.paise > 0 group by 1, 2) c join orders o on o.id = c.order_id`

const credited = sql`
  select c.*, o.number, o.placed_at as at, c.paise as by_card, d.id as invoice_id,
    json_build_object('serial', d.serial, 'issuedAt', ${instant(sql`d.issued_at`)}, 'reason', 'Cancelled by the customer') as credits
  from (${printed} and c.paise < 0 group by 1, 2) c join orders o on o.id = c.order_id
    join order_papers d on d.order_id = o.id and d.kind = 'invoice'`

function documents({ kind, prefix, source }: { kind: string; prefix: string; source: SQL }): SQL {
  return sql`insert into order_papers (id, kind, serial, year, order_id, invoice_id, issued_at, content,
      personal, digest, taxable_paise, tax_paise, total_paise)
    select id, ${kind}, serial, year, order_id, invoice_id, date_trunc('milliseconds', at), content::json,
      '{"name":"Asha Rao","address":"4th Cross Road, Indiranagar","mobile":"","email":"","details":{}}',
      encode(sha256(convert_to(serial || E'\\n' || content, 'UTF8')), 'hex'), paise - tax, tax, paise
    from (
      select *, ${prefix}::text || year || '/' || lpad(row_number() over (partition by year order by at, number)::text, 7, '0') as serial,
        json_build_object('orderNumber', number, 'issuedAt', ${instant(sql`at`)}, 'delivery', '6 to 8 pm', 'isPickup', false, 'seller', json_build_object(
            'name', 'Cakewala', 'address', '12 Church Street', 'phone', '', 'email', '', 'gstin', '29ABCDE1234F1ZW', 'fssai', '',
            'state', 'Karnataka', 'publicUrl', 'http://cakewala.test'),
          'state', json_build_object('code', '29', 'name', 'Karnataka'), 'interstate', false, 'hsn', '1905', 'gstPercent', 5,
          'lines', lines, 'total', ${taxed(sql`paise`, sql`tax / 2`)}, 'paidByCard', by_card, 'credits', credits)::text as content
      from (
        select *, to_char((at at time zone 'Asia/Kolkata') - interval '3 months', 'YY') || '-' || to_char((at at time zone 'Asia/Kolkata') + interval '9 months', 'YY') as year
        from (${source}) s
      ) s
    ) s`
}

/** An amount with its parts, of which both taxes are the same. */
function taxed(paise: SQL, half: SQL): SQL {
  return sql`json_build_object('taxable', ${paise} - 2 * (${half}), 'cgst', ${half}, 'sgst', ${half}, 'igst', 0, 'total', ${paise})`
}

/** As a paper writes it: in UTC, with its milliseconds. */
function instant(at: SQL): SQL {
  return sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

const counters = (table: SQL, kind: string) =>
  sql`insert into ${table} (year, last) select year, count(*) from order_papers where kind = ${kind} group by 1`
