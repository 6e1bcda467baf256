import { type SQL, sql } from 'drizzle-orm'
import { netCharges } from '#shop/orders/money/ledger.ts'
import { digestOf } from '#shop/papers/papers.store.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { type ConsistencyRule, inr, namedRules } from './consistency.store.server.ts'

/** Documents with the place of their serial: 1 of 'CW/26-27/0000001'. */
const serials = sql`(
  select d.kind, d.serial, split_part(d.serial, '/', 1) || '/' || d.year as series,
    split_part(d.serial, '/', 3)::integer as place, d.issued_at, o.number
  from order_papers d join orders o on o.id = d.order_id where d.serial ~ '^(C[WN]|TEST)/[0-9]{2}-[0-9]{2}/[0-9]+$'
)`

/** The last serials that were counted, by series: 'CW/26-27'. */
const counters = sql`(
  select case when year like 'TEST/%' then year else 'CW/' || year end as series, last from invoice_serials union all select 'CN/' || year, last from credit_note_serials
)`

/** The financial year of an instant in Kolkata, April to March: '26-27'. */
const yearOf = (at: SQL) => sql`
  to_char((${at} at time zone 'Asia/Kolkata') - interval '3 months', 'YY') || '-'
    || to_char((${at} at time zone 'Asia/Kolkata') + interval '9 months', 'YY')`

const minuteOf = (at: SQL) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC'`

const remedy = 'Tell your accountant which serials are affected before you change anything.'

/** Only of a shop that is paid: one to try has nothing else. */
export const noTestPapers: ConsistencyRule = {
  name: 'test-papers',
  severity: 'notice',
  requirement: 'A shop that is paid has no papers of test payments.',
  remedy: 'Open the shop to customers with an empty database.',
  rows: () => sql`
    select count(*) || ' papers from ' || min(serial) || ' on' as what from order_papers where serial like 'TEST/%'
    having count(*) > 0`,
}

/** What must be true of invoices and credit notes. */
export const paperRules = namedRules({
  'document-year': {
    requirement: 'A serial is of the financial year in which its document was issued.',
    remedy,
    rows: () => sql`
      select serial || ' of ' || ${minuteOf(sql`issued_at`)} as what
      from order_papers where year <> ${yearOf(sql`issued_at`)}`,
  },
  'serial-gap': {
    requirement: 'Serials are consecutive within a financial year, and unique.',
    remedy,
    rows: () => sql`
      select series || ': after ' || before || ' comes ' || place || ' (order ' || number || ')' as what
      from (
        select *, lag(place, 1, 0) over (partition by series order by place, number) as before from ${serials} s
      ) s where place <> before + 1`,
  },
  'serial-last': {
    requirement: 'The counter of a financial year is its highest serial.',
    remedy,
    rows: () => sql`
      select coalesce(c.series, s.series) || ': counter ' || coalesce(c.last::text, 'missing') || ', highest '
        || coalesce(s.max_place::text, 'none') as what
      from ${counters} c
      full join (select series, max(place) as max_place from ${serials} s group by series) s on s.series = c.series
      where c.last is distinct from s.max_place`,
  },
  'serial-order': {
    severity: 'notice',
    // Two processes may take serial and time in a different order. Of changed times `document-digest` tells.
    requirement:
      'A higher serial is not older than a lower one, except by a minute, in the last 30 days: if it is, a clock was wrong.',
    remedy: 'Nothing else is wrong with these papers. Are the clocks set by the network?',
    rows: ({ now }) => sql`
      select 'papers: ' || count(*) || ', of ' || ${minuteOf(sql`min(issued_at)`)} || ' to ' || ${minuteOf(sql`max(issued_at)`)}
        || ', after others of up to ' || ${minuteOf(sql`max(before)`)} as what
      from (
        select *, max(issued_at) over (
          partition by series order by place rows between unbounded preceding and 1 preceding
        ) as before from ${serials} s
      ) s where issued_at < before - interval '1 minute' and issued_at > ${now} - interval '30 days'
      group by date_trunc('day', before)`,
  },
  'document-digest': {
    requirement: 'A tax document says what was written when it was issued.',
    remedy: 'Compare it with a backup: somebody has changed the row.',
    rows: () => sql`
      select serial as what from order_papers
      where digest <> ${digestOf(sql`serial`, sql`content::text`)}
        or issued_at <> (content ->> 'issuedAt')::timestamptz
        or words_digest <> ${digestOf(sql`serial`, sql`words::text`)}
        or total_paise <> (content -> 'total' ->> 'total')::bigint
        or taxable_paise <> (content -> 'total' ->> 'taxable')::bigint`,
  },
  'paper-charges': {
    requirement:
      'A paper says what its charges say: an invoice what is owed, a credit note what is owed no more.',
    remedy,
    rows: () => sql`
      select d.serial || ': ' || ${inr(sql`d.total_paise`)} || ', its charges ' || ${inr(sql`coalesce(c.paise, 0)`)} as what
      from order_papers d left join (
        select paper_id, sum(paise) as paise from order_charges where paper_id is not null group by paper_id
      ) c on c.paper_id = d.id
      where d.total_paise <> coalesce(c.paise, 0) * case d.kind when 'invoice' then 1 else -1 end`,
  },
  'charges-printed': {
    requirement:
      'Every charge of a placed order is printed once a cake of it has a price, unless others cancel it out.',
    remedy,
    violations: ({ state, number, charges }) =>
      state === 'placed' &&
      charges.some(({ line, paise }) => line === 'item' && paise > 0) &&
      netCharges({ charges: charges.filter(({ paperId }) => !paperId) }).map(
        ({ line, paise }) => paise !== 0 && `order ${number}: ${formatInr(paise)} for ${line}`,
      ),
  },
})
