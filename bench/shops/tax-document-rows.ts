import { type SQL, sql } from 'drizzle-orm'

type Statement = [what: string, statement: SQL]

/** The invoices and credit notes of a filled shop, with the counters of their serials. */
export function taxDocumentRows(): Statement[] {
  return [
    ['invoices', documents({ kind: 'invoice', prefix: 'CW/', source: invoiced })],
    ['credit notes', documents({ kind: 'credit-note', prefix: 'CN/', source: credited })],
    ['invoice serials', counters(sql`invoice_serials`, 'invoice')],
    ['credit note serials', counters(sql`credit_note_serials`, 'credit-note')],
  ]
}

/** What the card paid, and each customised cake with an agreed price, whose first one brings the delivery. */
const invoiced = sql`
  select number, 0 as position, id as order_id, null::uuid as item_id, null::uuid as invoice_id, null::uuid as refund_id,
    placed_at as at, card_paise as paise, card_paise as by_card, null::json as credits
  from orders where state = 'placed' and card_paise > 0
  union all
  select o.number, i.position, o.id, i.id, null, null, o.placed_at,
    i.unit_paise * i.amount + case when row_number() over (partition by o.id order by i.position) = 1 then o.cash_paise else 0 end, 0, null
  from order_items i join orders o on o.id = i.order_id where i.customize and i.unit_paise > 0`

const credited = sql`
  select o.number, 0 as position, o.id as order_id, null::uuid as item_id, d.id as invoice_id, r.id as refund_id,
    r.created_at as at, r.amount_paise as paise, r.amount_paise as by_card,
    json_build_object('serial', d.serial, 'issuedAt', d.issued_at, 'reason', 'Cancelled by the customer') as credits
  from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
    join tax_documents d on d.order_id = o.id and d.item_id is null`

function documents({ kind, prefix, source }: { kind: string; prefix: string; source: SQL }): SQL {
  return sql`insert into tax_documents (id, kind, serial, year, order_id, item_id, invoice_id, refund_id, issued_at, content,
      personal, digest, taxable_paise, tax_paise, total_paise)
    select gen_random_uuid(), ${kind}, serial, year, order_id, item_id, invoice_id, refund_id, at, content::json,
      '{"name":"Asha Rao","address":"4th Cross Road, Indiranagar","mobile":"","email":"","details":{}}',
      encode(sha256(convert_to(serial || E'\\n' || content, 'UTF8')), 'hex'), paise - 2 * half, 2 * half, paise
    from (
      select *, ${prefix}::text || year || '/' || lpad(row_number() over (partition by year order by at, number, position)::text, 7, '0') as serial,
        json_build_object('orderNumber', number, 'issuedAt', at, 'delivery', '6 to 8 pm', 'isPickup', false, 'seller', json_build_object(
            'name', 'Cakewala', 'address', '12 Church Street', 'phone', '', 'email', '', 'gstin', '29ABCDE1234F1Z5', 'fssai', '',
            'state', 'Karnataka', 'publicUrl', 'http://cakewala.test'),
          'state', json_build_object('code', '29', 'name', 'Karnataka'), 'interstate', false, 'hsn', '1905', 'gstPercent', 5,
          'lines', json_build_array(json_build_object('of', 'order', 'title', 'Cakes', 'details', json_build_array(), 'quantity', null,
            'rate', null, 'amount', amount)), 'total', amount, 'paidByCard', by_card, 'credits', credits)::text as content
      from (
        select *, json_build_object('taxable', paise - 2 * half, 'cgst', half, 'sgst', half, 'igst', 0, 'total', paise) as amount,
          to_char((at at time zone 'Asia/Kolkata') - interval '3 months', 'YY') || '-' || to_char((at at time zone 'Asia/Kolkata') + interval '9 months', 'YY') as year
        from (select *, round(paise * 2.5 / 105)::int as half from (${source}) s) s
      ) s
    ) s`
}

const counters = (table: SQL, kind: string) =>
  sql`insert into ${table} (year, last) select year, count(*) from tax_documents where kind = ${kind} group by 1`
