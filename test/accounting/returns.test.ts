import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadMonth } from '#shop/accounting/month/read-month.server.ts'
import { buy, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
let asha: { email: string; token: string }
let admin: { email: string; token: string }

beforeEach(async () => {
  shop = await openTestShop()
  await shop.addCake()
  await shop.addCake({ id: 'kulfi', name: 'Kulfi Cake', price: 860 })
  await shop.addCake({ id: 'loaf', name: 'Milk Loaf', category: 'Bread', price: 120 })
  asha = await shop.customer()
  admin = await shop.admin()
})
afterEach(() => shop.close())

const order = async (more: object = {}) =>
  (await buy(shop, asha.token, { checkoutId: crypto.randomUUID(), ...more })).orderId

const lineOf = (cakeid: string, price: number) => ({ ...truffleLine, cakeid, price, bname: '' })

async function refund(orderId: string, amount: number) {
  const body = { orderId, amount, reason: 'Squashed', key: crypto.randomUUID() }
  expect((await shop.post('/orders/refund', body, admin.token)).status).toBe(200)
}

/** The rows of a file. */
async function file(section: string, month = '2026-11'): Promise<Record<string, string>[]> {
  const response = await shop.api.request(`/money/return?month=${month}&section=${section}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(response.headers.get('content-type')).toContain('text/csv')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  // The offline tool takes it for a part of the first heading; spreadsheets need it.
  expect(text.startsWith('\u{feff}')).toBe(section === 'cmp-08')
  return parse(text, { bom: true, columns: true })
}

const month = (of = '2026-11') => loadMonth(shop.context, new URLSearchParams({ month: of }))

describe('a month with a sale, one to another state, and a refund', () => {
  beforeEach(async () => {
    // ₹850 + ₹50 within Karnataka, of which ₹300 go back; ₹860 + ₹50 to Maharashtra.
    const first = await order()
    const toMumbai = { address: '12 Hill Road,400050,Mumbai', amount: 910 }
    await order({ order: [lineOf('kulfi', 860)], ...toMumbai })
    await refund(first, 300)
  })

  it('B2CS has a row for each state', async () => {
    // Karnataka: 850 has 20.24 twice, 50 has 1.19 twice: taxable 857.14. The refund takes 283.33 of the cake and 16.67 of
    // the delivery; in proportion 13.49 and 0.79 of them are tax, halved to 6.74 and 0.39: taxable are 269.85 and 15.89.
    expect(await file('b2cs')).toEqual([
      {
        Type: 'OE',
        'Place Of Supply': '27-Maharashtra',
        'Applicable % of Tax Rate': '',
        Rate: '5.00',
        'Taxable Value': '866.67',
        'Cess Amount': '0.00',
        'E-Commerce GSTIN': '',
      },
      expect.objectContaining({ 'Place Of Supply': '29-Karnataka', 'Taxable Value': '571.40' }),
    ])
    for (const empty of ['b2b', 'b2cl', 'cdnr', 'cdnur', 'exemp', 'hsn-b2b']) {
      expect(await file(empty)).toEqual([])
    }
  })

  it('the HSN summary and the documents issued are complete', async () => {
    expect(await file('hsn-b2c')).toMatchObject([
      {
        HSN: '1905',
        UQC: 'NOS-NUMBERS',
        'Total Quantity': '2.00',
        'Total Value': '1510.00',
        Rate: '5.00',
        'Integrated Tax Amount': '43.33',
      },
    ])
    expect(await file('docs')).toEqual([
      {
        'Nature of Document': 'Credit Note',
        'Sr. No. From': 'CN/26-27/0000001',
        'Sr. No. To': 'CN/26-27/0000001',
        'Total Number': '1',
        Cancelled: '0',
      },
      {
        'Nature of Document': 'Invoices for outward supply',
        'Sr. No. From': 'CW/26-27/0000001',
        'Sr. No. To': 'CW/26-27/0000002',
        'Total Number': '2',
        Cancelled: '0',
      },
    ])
  })

  it('the page has the sums of the month, and those of files and ledger', async () => {
    const { charges, payments, returns, papers } = await month()
    expect(charges).toEqual([
      { line: 'item', chargedPaise: 1710_00, takenOffPaise: -283_33 },
      { line: 'delivery', chargedPaise: 100_00, takenOffPaise: -16_67 },
    ])
    expect(payments).toMatchObject([
      { method: 'provider', cause: 'online', count: 2, paise: 1810_00 },
      { method: 'provider', cause: 'refund', count: 1, paise: -300_00 },
    ])
    expect(returns.gstr1).toMatchObject({
      suppliesPaise: 1510_00,
      byCodePaise: 1510_00,
      ledgerPaise: 1510_00,
    })
    expect(papers.rows.map(({ serial, chargedPaise }) => [serial, chargedPaise])).toEqual([
      ['CN/26-27/0000001', 600_00],
      ['CW/26-27/0000002', 910_00],
      ['CW/26-27/0000001', 600_00],
    ])
    expect(returns).toMatchObject({ papers: 3, quarter: null, unregistered: null })
  })

  it('another month has nothing of it', async () => {
    expect(await month('2026-10')).toMatchObject({
      charges: [],
      payments: [],
      papers: { rows: [] },
    })
    expect(await file('b2cs', '2026-12')).toEqual([])
  })
})

it('bread is in EXEMP, cake on the same paper in B2CS', async () => {
  // Delivery is spread: 43.81 with the cake, 6.19 with the bread.
  await order({ order: [truffleLine, lineOf('loaf', 120)], amount: 1020 })
  expect(await file('exemp')).toEqual([
    {
      Description: 'Intra-State supplies to unregistered persons',
      'Nil Rated Supplies': '0.00',
      'Exempted(other than nil rated/non GST supply)': '126.19',
      'Non-GST Supplies': '0.00',
    },
  ])
  // 809.52 of cake and 41.73 of delivery.
  expect(await file('b2cs')).toMatchObject([{ 'Taxable Value': '851.25' }])
  expect((await month()).returns.gstr1).toMatchObject({
    suppliesPaise: 1020_00,
    byCodePaise: 1020_00,
    ledgerPaise: 1020_00,
  })
})

describe('a composition dealer', () => {
  beforeEach(() => Object.assign(shop.context.shop, { gst: 'composition' }))

  it('has the turnover of the quarter, and no GSTR-1', async () => {
    await refund(await order(), 300)
    // Half a per cent of ₹600 is ₹3.
    expect(await file('cmp-08')).toEqual([
      {
        Quarter: 'Oct to Dec 2026',
        'Outward supplies (including exempt supplies)': '600.00',
        'Integrated Tax': '0.00',
        'Central Tax': '3.00',
        'State/UT Tax': '3.00',
        Cess: '0.00',
      },
    ])
    const { returns } = await month('2026-12')
    expect(returns).toMatchObject({ gstr1: null, quarter: { ledgerPaise: 600_00 }, papers: 0 })
    expect(await file('b2cs')).toEqual([])
  })

  it('that registers within a month has both', async () => {
    await order()
    Object.assign(shop.context.shop, { gst: 'regular' })
    await order({ order: [lineOf('kulfi', 860)], amount: 910 })
    const { returns } = await month()
    expect(returns.quarter).toMatchObject({ turnoverPaise: 900_00, ledgerPaise: 900_00 })
    expect(returns.gstr1).toMatchObject({ suppliesPaise: 910_00, ledgerPaise: 910_00 })
  })
})

it('a shop without a registration has sums alone', async () => {
  Object.assign(shop.context.shop, { gst: 'unregistered' })
  await order()
  expect((await month()).returns).toMatchObject({
    gstr1: null,
    quarter: null,
    unregistered: { papersPaise: 900_00, ledgerPaise: 900_00 },
  })
})

it.each(['', '2026-13', '2026-11-01', '1926-01'])('%j is no month', async (wrong) => {
  const { status, body } = await shop.get<object>(
    `/money/return?month=${wrong}&section=b2b`,
    admin.token,
  )
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['month']])
})
