import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partOf, taxed } from '#shop/orders/money/tax.ts'
import { indiaStates } from '#shop/values/gst/india-states.ts'
import {
  type GstSectionName,
  gstr1,
  gstSectionNames,
  gstSections,
  sectionTotals,
  sumsByRate,
  type TaxRow,
} from './gst-sections.ts'

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

const cell = (name: GstSectionName, heading: string, of: TaxRow) => {
  const column = gstr1[name].columns.find(([title]) => title === heading)
  return gstSections([of])[name].map((one) => column?.[1](one))[0]
}

// Master sheet of the offline tool's workbook, V2.2, "31-Lakshdweep" included.
it.each([
  ['01', '01-Jammu & Kashmir'],
  ['26', '26-Dadra & Nagar Haveli & Daman & Diu'],
  ['29', '29-Karnataka'],
  ['31', '31-Lakshdweep'],
  ['34', '34-Puducherry'],
  ['35', '35-Andaman & Nicobar Islands'],
  ['38', '38-Ladakh'],
  ['97', '97-Other Territory'],
])('state %s is spelled %s', (code, spelled) => {
  const other = { code: '97', name: 'Other Territory' }
  const state = indiaStates.find((one) => one.code === code) ?? other
  expect(cell('b2cs', 'Place Of Supply', row(900, { state }))).toBe(spelled)
})

it.each(['1905', '190590', '18069010', '1704', '2106'])(
  'the description of %s has at most 30 letters and blanks',
  (hsn) => {
    expect(cell('hsn-b2c', 'Description', row(900, { hsn }))).toMatch(/^[A-Za-z ]{0,30}$/)
  },
)

it('bread is exempted by a notification, not nil rated by the tariff', () => {
  const bread = row(120, { gstPercent: 0 })
  const exempted = 'Exempted(other than nil rated/non GST supply)'
  expect(cell('exemp', 'Nil Rated Supplies', bread)).toMatchObject({ number: 0 })
  expect(cell('exemp', exempted, bread)).toMatchObject({ number: 120 })
})

describe('the HSN summary has the tax that the tool reckons from the other tables', () => {
  it('of a credit that its note rounds otherwise', () => {
    // ₹300 of ₹900: 13.49 and 0.79 are tax, halved to 6.74 and 0.39; 285.74 × 2.5% = 7.14.
    const amount = { taxable: 285_74, cgst: 7_13, sgst: 7_13, igst: 0, total: 300_00 }
    const { 'hsn-b2c': codes } = gstSections([creditNote(300, row(900), { amount })])
    expect(codes.map((one) => one.amount)).toEqual([
      { taxable: -285_74, cgst: -7_14, sgst: -7_14, igst: 0, total: -300_00 },
    ])
  })

  it('on the code with the largest value, the others as on the papers', () => {
    const chocolates = { hsn: '1806', amount: taxed(100_10, { interstate: false, gstPercent: 5 }) }
    const { 'hsn-b2c': codes } = gstSections([row(100.1, chocolates), row(900), row(910)])
    expect(codes.map(({ hsn, amount }) => [hsn, amount.igst, amount.cgst])).toEqual([
      // 1819.15 × 2.5% = 45.48, less 2.38.
      ['1905', 0, 43_10],
      ['1806', 0, 2_38],
    ])
  })

  const sale = fc
    .record({
      paise: fc.integer({ min: 100, max: 3_00_000_00 }),
      interstate: fc.boolean(),
      business: fc.constantFrom(null, cafe),
      gstPercent: fc.constantFrom(0, 5, 18),
      hsn: fc.constantFrom('1905', '1806'),
      credited: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ paise, credited, ...more }) => {
      const sold = row(paise / 100, { ...more, amount: taxed(paise, more) })
      const back = Math.floor((paise * credited) / 100)
      const amount = partOf(sold.amount, back)
      return back > 0 ? [sold, creditNote(back / 100, sold, { ...more, amount })] : [sold]
    })
  it.each([true, false])('for businesses (%s), credit notes included', (isB2b) => {
    fc.assert(
      fc.property(fc.array(sale, { maxLength: 8 }), (sales) => {
        const sections = gstSections(sales.flat())
        const sums = { cgst: 0, igst: 0, taxable: 0 }
        for (const [name, sign] of isB2b ? b2bTables : b2cTables) {
          for (const { interstate, gstPercent, amount } of sections[name]) {
            const half = Math.round((amount.taxable * gstPercent) / 200)
            sums.taxable += sign * amount.taxable
            if (interstate) sums.igst += sign * Math.round((amount.taxable * gstPercent) / 100)
            else sums.cgst += sign * half
          }
        }
        const codes = sections[isB2b ? 'hsn-b2b' : 'hsn-b2c'].filter((one) => one.gstPercent > 0)
        const add = (part: keyof typeof sums) =>
          codes.reduce((sum, { amount }) => sum + amount[part], 0)
        expect({ cgst: add('cgst'), igst: add('igst'), taxable: add('taxable') }).toEqual(sums)
        expect(sectionTotals(sections).supplies).toEqual(sectionTotals(sections).byCode)
      }),
    )
  })
  const b2bTables = [
    ['b2b', 1],
    ['cdnr', -1],
  ] as const
  const b2cTables = [
    ['b2cl', 1],
    ['b2cs', 1],
    ['cdnur', -1],
  ] as const
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
