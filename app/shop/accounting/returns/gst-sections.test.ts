import { describe, expect, it } from 'vitest'
import { taxed } from '#shop/orders/papers/tax.ts'
import { type GstSectionName, gstSectionNames } from './gst-sections.ts'
import { gstSections, sectionTotals, sumsByRate } from './section-sums.ts'
import type { TaxRow } from './tax-row.ts'

const karnataka = { code: '29', name: 'Karnataka' }
const maharashtra = { code: '27', name: 'Maharashtra' }
const cafe = { name: 'Café Madras', gstin: '29AAPFU0939F1ZR' }

let count = 0
/** One cake of so many rupees within the state, on an invoice of its own. */
function row(rupees: number, more: Partial<TaxRow> & { interstate?: boolean } = {}): TaxRow {
  const { interstate = false, gstPercent = 5, kind = 'invoice' } = more
  const series = kind === 'invoice' ? 'CW' : 'CN'
  return {
    kind,
    serial: `${series}/26-27/${String(++count).padStart(7, '0')}`,
    issuedAt: new Date('2026-11-20T04:30:00Z'),
    totalPaise: rupees * 100,
    state: interstate ? maharashtra : karnataka,
    interstate,
    business: null,
    invoice: null,
    quantity: 1,
    hsn: '1905',
    gstPercent,
    amount: taxed(rupees * 100, { interstate, gstPercent }),
    ...more,
  }
}

function creditNote(rupees: number, invoice: TaxRow, more: Partial<TaxRow> = {}): TaxRow {
  const { interstate, business, state, gstPercent } = invoice
  const same = { interstate, business, state, gstPercent }
  return row(rupees, { kind: 'credit-note', quantity: 0, invoice, ...same, ...more })
}

/** The names of the sections that have rows, beside codes and documents. */
const filled = (rows: TaxRow[]): GstSectionName[] => {
  const sections = gstSections(rows)
  return gstSectionNames.filter(
    (name) => !name.startsWith('hsn') && name !== 'docs' && sections[name].length > 0,
  )
}

describe('a paper is in the section', () => {
  const large = row(1_00_001, { interstate: true })
  const old = { issuedAt: new Date('2024-07-31T18:29:59Z') }
  const since = { issuedAt: new Date('2024-07-31T18:30:00Z') }

  it.each<[string, TaxRow[], GstSectionName[]]>([
    ['B2CS within the state, whatever it costs', [row(60_000), row(3_00_000)], ['b2cs']],
    ['B2CS to another state, up to a lakh', [row(1_00_000, { interstate: true })], ['b2cs']],
    ['B2CL above a lakh', [large], ['b2cl']],
    ['B2CS below the old limit', [row(2_50_000, { interstate: true, ...old })], ['b2cs']],
    [
      'B2CL above the new one, from August 2024',
      [row(2_50_000, { interstate: true, ...since })],
      ['b2cl'],
    ],
    ['CDNUR for a credit to a B2CL invoice', [creditNote(500, large)], ['cdnur']],
    ['B2CS for a credit to a B2CS invoice', [creditNote(500, row(900))], ['b2cs']],
    ['B2B of a business', [row(900, { business: cafe })], ['b2b']],
    ['CDNR for a credit to it', [creditNote(500, row(900, { business: cafe }))], ['cdnr']],
    ['EXEMP without tax', [row(120, { gstPercent: 0 })], ['exemp']],
  ])('%s', (_, rows, names) => {
    expect(filled(rows)).toEqual(names)
  })
})

describe('an ordinary month', () => {
  // Within the state: ₹850 of cake and ₹50 of delivery at 5%: 900 × 2.5 ÷ 105 = 21.43 each of CGST and SGST, but the
  // paper rounds each line: 20.24 + 1.19. To another state: ₹910, of which 910 × 5 ÷ 105 = 43.33 IGST.
  // Of the first, ₹300 are given back: 300 × 2.5 ÷ 105 = 7.14 each.
  const first = row(900, {
    amount: { taxable: 857_14, cgst: 21_43, sgst: 21_43, igst: 0, total: 900_00 },
  })
  const second = row(910, { interstate: true })
  const back = creditNote(300, first)
  const sections = gstSections([first, second, back])

  it('has a row for each state, net of credits', () => {
    expect(
      sections.b2cs.map(({ state, gstPercent, amount }) => [state.code, gstPercent, amount]),
    ).toEqual([
      ['27', 5, { taxable: 866_67, cgst: 0, sgst: 0, igst: 43_33, total: 910_00 }],
      // 857.14 − 285.72, 21.43 − 7.14 twice.
      ['29', 5, { taxable: 571_42, cgst: 14_29, sgst: 14_29, igst: 0, total: 600_00 }],
    ])
  })

  it('has one row for its code, with the pieces of goods', () => {
    expect(sections['hsn-b2c']).toMatchObject([
      { hsn: '1905', gstPercent: 5, quantity: 2, amount: { total: 1510_00, igst: 43_33 } },
    ])
    expect(sections['hsn-b2b']).toEqual([])
  })

  it('says which documents were issued', () => {
    expect(sections.docs).toMatchObject([
      { kind: 'credit-note', serial: back.serial, lastSerial: back.serial, papers: 1 },
      { kind: 'invoice', serial: first.serial, lastSerial: second.serial, papers: 2 },
    ])
  })

  it('comes to the same by invoice and by code', () => {
    const { supplies, byCode } = sectionTotals(sections)
    expect(supplies).toEqual(byCode)
    expect(supplies.total).toBe(1510_00)
  })
})

it('a month may give back more than it sells', () => {
  const [net] = gstSections([row(200), creditNote(900, row(900))]).b2cs
  expect(net?.amount.total).toBe(-700_00)
})

it('a mixed invoice to a business is listed by rate, its bread as exempt', () => {
  // ₹850 of cake, ₹120 of bread and ₹50 of delivery, of which 43.81 go with the cake.
  const one = { serial: 'CW/26-27/0009999', totalPaise: 1020_00, business: cafe }
  const cake = row(850, one)
  const delivery = row(43.81, { ...one, quantity: 0 })
  const bread = row(126.19, { ...one, gstPercent: 0 })
  const box = row(50, { ...one, gstPercent: 18, hsn: '1806' })
  const sections = gstSections([cake, delivery, bread, box])
  expect(
    sections.b2b.map(({ serial, gstPercent, amount }) => [serial, gstPercent, amount.total]),
  ).toEqual([
    [one.serial, 18, 50_00],
    [one.serial, 5, 893_81],
  ])
  expect(sections.exemp.map(({ amount }) => amount.taxable)).toEqual([126_19])
  expect(sections['hsn-b2b']).toHaveLength(3)
  expect(sections.docs).toMatchObject([{ papers: 1 }])
  expect(sumsByRate(sections).map(({ gstPercent, amount }) => [gstPercent, amount.total])).toEqual([
    [0, 126_19],
    [5, 893_81],
    [18, 50_00],
  ])
})

it('sales without tax have a row for each kind of buyer and way', () => {
  const none = { gstPercent: 0 }
  const { exemp } = gstSections([
    row(120, none),
    row(100, { ...none, interstate: true }),
    row(80, { ...none, business: cafe }),
    creditNote(20, row(120, none)),
  ])
  expect(
    exemp.map(({ interstate, business, amount }) => [interstate, !!business, amount.taxable]),
  ).toEqual([
    [false, true, 80_00],
    [true, false, 100_00],
    [false, false, 100_00],
  ])
})
