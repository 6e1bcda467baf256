import { spawnSync } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Paper } from '../paper.ts'
import { taxed } from '../tax.ts'
import { pagesOfRows, papersPdf } from './draw-paper.server.ts'

const now = new Date('2026-11-20T04:30:00Z')
const shop = {
  name: 'Cakewala',
  address: '12 Church Street, Bengaluru 560001',
  phone: '+91 80 4123 4567',
  email: 'shop@cakewala.test',
  gstin: '29ABCDE1234F1ZW',
  fssai: '11223344556677',
  state: 'Karnataka',
  publicUrl: 'http://cakewala.test',
}
const amount = taxed(1234_50, { interstate: false, gstPercent: 5 })
const line = {
  of: 'a',
  title: 'Truffle Cake',
  details: ['Cocoa, 1 kg'],
  quantity: 1,
  rate: 1234_50,
  hsn: '1905',
  gstPercent: 5,
  amount,
}
const invoice: Paper = {
  kind: 'invoice',
  serial: 'CW/26-27/0000001',
  orderNumber: 1042,
  issuedAt: now,
  delivery: '20 Nov 2026, 6 to 8 pm',
  isPickup: false,
  seller: shop,
  buyer: {
    name: 'Asha Rao',
    address: '1 Hill Road, 560001, Bengaluru',
    mobile: '9876543210',
    email: 'asha@example.in',
    state: { code: '29', name: 'Karnataka' },
  },
  interstate: false,
  lines: [line],
  total: amount,
  paidByCard: 1234_50,
  dueInCash: 0,
  credits: null,
  awaitsPrice: false,
  cancelled: false,
}

const named = (name: string): Paper => ({ ...invoice, buyer: { ...invoice.buyer, name } })
const pdfOf = (...invoices: Paper[]) => buffer(papersPdf(invoices, now))
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length

/** The words of a PDF as another program reads them; Poppler is not on every machine. */
const reads = spawnSync('pdftotext', ['-v']).error === undefined
function wordsOf(pdf: Buffer): string {
  return spawnSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).stdout.toString()
}

describe('the PDF', () => {
  it('is whole, and says what it is', async () => {
    const pdf = await pdfOf(invoice)
    const text = pdf.toString('latin1')
    expect(text).toMatch(/^%PDF-1\.7\n.*%%EOF\n$/s)
    expect(text).toContain('(Invoice CW/26-27/0000001)')
    expect(text).toContain('/Lang (en-IN)')
    expect(pagesOf(pdf)).toBe(1)
  })

  it.skipIf(!reads)('holds the words and figures of the invoice, with a rupee sign', async () => {
    const words = wordsOf(await pdfOf(invoice))
    for (const word of [
      ...['Tax Invoice', 'CW/26-27/0000001', '20 Nov 2026', 'Asha Rao', '1042', 'Karnataka (29)'],
      ...['GSTIN 29ABCDE1234F1ZW', 'FSSAI 11223344556677', 'Reverse charge', '1905', '1 NOS'],
      ...['CGST 2.5%', 'SGST 2.5%', '1,175.72', '29.39', '₹1,234.50'],
      'Rupees One Thousand Two Hundred Thirty-Four and Fifty Paise Only',
    ]) {
      expect(words).toContain(word)
    }
  })

  it.skipIf(!reads)('in a union territory without a legislature has UTGST', async () => {
    const state = { code: '04', name: 'Chandigarh' }
    const words = wordsOf(await pdfOf({ ...invoice, buyer: { ...invoice.buyer, state } }))
    expect(words).toContain('UTGST 2.5%')
    expect(words).not.toMatch(/\bSGST/)
  })

  const untaxed = taxed(1234_50, { interstate: false, gstPercent: 0 })
  const withoutTax = {
    ...invoice,
    lines: [{ ...line, gstPercent: 0, amount: untaxed }],
    total: untaxed,
  }

  it.skipIf(!reads)('of a composition dealer is a bill of supply without tax', async () => {
    const seller = { ...shop, gst: 'composition' } as const
    const words = wordsOf(await pdfOf({ ...withoutTax, seller }))
    for (const word of [
      ...['Bill of Supply', 'Bill of supply no.', 'GSTIN 29ABCDE1234F1ZW', '1905', '1,234.50'],
      'Composition taxable person, not eligible to collect tax on supplies',
    ]) {
      expect(words).toContain(word)
    }
    expect(words).not.toMatch(/Tax Invoice|[CSI]GST|Taxable value|Prices include/)
  })

  it.skipIf(!reads)('of a shop that is not registered has no word of tax', async () => {
    const seller = { ...shop, gst: 'unregistered', gstin: '' } as const
    const words = wordsOf(await pdfOf({ ...withoutTax, seller }))
    expect(words).toMatch(/Invoice\n/)
    expect(words).toContain('1,234.50')
    expect(words).not.toMatch(/tax|GST|HSN|supply|reverse/i)
  })

  it.skipIf(!reads)('of what was paid at the counter is not due in cash', async () => {
    const words = wordsOf(await pdfOf({ ...invoice, paidByCard: 0, paidInPerson: 1234_50 }))
    expect(words).toMatch(/Paid at the counter +₹1,234.50/)
    expect(words).not.toMatch(/in cash/)
  })

  it.skipIf(!reads)('of a credit note names the invoice, the reason and the parts', async () => {
    const credits = {
      serial: 'CW/26-27/0000001',
      issuedAt: '2026-11-20T04:30:00.000Z',
      reason: 'Delivered late',
    }
    const serial = 'CN/26-27/0000007'
    const words = wordsOf(await pdfOf({ ...invoice, kind: 'credit-note', serial, credits }))
    for (const word of [
      ...['Credit Note', serial, 'For invoice', 'CW/26-27/0000001', 'Delivered late'],
      ...['1,175.72', '29.39', 'Refunded online'],
    ]) {
      expect(words).toContain(word)
    }
    expect(words).not.toContain('Tax Invoice')
    const again = { ...credits, isChargedAgain: true } as const
    const moved = wordsOf(await pdfOf({ ...invoice, kind: 'credit-note', serial, credits: again }))
    expect(moved).toContain('Charged again')
    expect(moved).not.toContain('Refunded online')
  })

  it.skipIf(!reads)('of a business names it with its GSTIN', async () => {
    const business = { name: 'Tea & Co', gstin: '27AAPFU0939F1ZV' }
    const words = wordsOf(await pdfOf({ ...invoice, business }))
    for (const word of ['Tea & Co', 'GSTIN 27AAPFU0939F1ZV', 'Asha Rao'])
      expect(words).toContain(word)
  })

  it.skipIf(!reads)('of a test payment says so', async () => {
    const words = 'Of a test payment: not for your books'
    expect(wordsOf(await pdfOf({ ...invoice, serial: 'TEST/26-27/00001' }))).toContain(words)
    expect(wordsOf(await pdfOf(invoice))).not.toContain(words)
  })

  it.skipIf(!reads)('of goods at several rates has the rate of each line', async () => {
    const bread = { ...line, title: 'Milk Loaf', gstPercent: 0, amount: untaxed }
    const words = wordsOf(await pdfOf({ ...invoice, lines: [line, bread] }))
    expect(words).toContain('Invoice-cum-bill')
    expect(words).toMatch(/Truffle Cake.* 5%/)
    expect(words).toMatch(/Milk Loaf.* 0%/)
    expect(words).not.toContain('CGST 2.5%')
  })

  it.skipIf(!reads)('of an order summary says that it is no invoice', async () => {
    const summary = { ...invoice, kind: 'summary', serial: '', cancelled: true } as const
    const words = wordsOf(await pdfOf(summary))
    expect(words).toContain('Order Summary')
    expect(words).toContain('This is not a tax invoice')
    expect(words).toContain('This order is cancelled')
    expect(words).not.toMatch(/Tax Invoice|Invoice no/)
  })

  it('goes on over as many pages as the lines need, each with the head of the table', async () => {
    const pdf = await pdfOf({ ...invoice, lines: Array.from({ length: 60 }, () => line) })
    expect(pagesOf(pdf)).toBeGreaterThan(2)
    if (!reads) return
    const pages = wordsOf(pdf).split('\f').slice(0, -1)
    expect(pages).toHaveLength(pagesOf(pdf) ?? 0)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Taxable value')
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    }
    expect(pages.filter((page) => page.includes('Amount in words'))).toHaveLength(1)
  })

  it('begins each invoice on a page of its own', async () => {
    const pdf = await pdfOf(...Array.from({ length: 7 }, () => invoice))
    expect(pagesOf(pdf)).toBe(7)
    expect(pdf.toString('latin1')).toContain('(7 invoices)')
  })

  it.each([
    ['devanagari', 'श्रीनिवास क्षत्रिय'],
    ['tamil', 'ஸ்ரீ தமிழ்ச்செல்வி'],
    ['telugu', 'శ్రీనివాస్'],
    ['kannada', 'ಶ್ರೀಧರ್ ಕೃಷ್ಣ'],
    ['malayalam', 'കൃഷ്ണൻ'],
    ['bengali', 'শ্রীমতী কৃষ্ণ'],
    ['gujarati', 'શ્રીમતી કૃષ્ણ'],
    ['gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਮੁਬਾਰਕ'],
    ['latin-ext', 'Łukasz'],
    ['cyrillic', 'Ирина'],
    ['greek', 'Ελένη'],
  ])('has a font for %s', async (script, name) => {
    const family = /^(latin-ext|cyrillic|greek)$/.test(script) ? '' : script
    const fonts = (await pdfOf(named(name))).toString('latin1').match(/BaseFont \/\S+/g) ?? []
    expect(fonts.join(' ')).toMatch(new RegExp(`\\+NotoSans${family}-`, 'i'))
  })

  it('is drawn whatever people write', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({
        unit: fc.integer({ min: 0x900, max: 0xd7f }).map((code) => String.fromCodePoint(code)),
        maxLength: 60,
      }),
      fc.constantFrom('x'.repeat(3000), '🎂'.repeat(400), 'क्ष'.repeat(500), '\u202e'.repeat(50)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 20 }), async (texts) => {
        const invoices = texts.map(([name, bname]) => {
          const lines = [{ ...line, title: name, details: [bname, bname] }]
          return { ...named(name), lines }
        })
        expect(pagesOf(await pdfOf(invoice, ...invoices))).toBeGreaterThan(texts.length)
      }),
      { numRuns: 5 },
    )
  })

  it('is drawn no further than it is read', async () => {
    let looked = 0
    const many = Array.from({ length: 50 }, (_, index) => ({
      ...invoice,
      get serial() {
        looked = index
        return invoice.serial
      },
    }))
    const reader = papersPdf(many, now).getReader()
    await reader.read()
    await reader.read()
    await reader.cancel()
    expect(looked).toBeLessThan(45)
  })
})

const room = { firstPage: 100, otherPages: 200, closing: 30 }

it.each([
  [[], [[]]],
  [[70], [[0]]],
  [[71], [[0], []]],
  [
    [50, 50],
    [[0], [1]],
  ],
  [
    [50, 51],
    [[0], [1]],
  ],
  [
    [60, 60, 110, 31],
    [[0], [1, 2], [3]],
  ],
  [
    [60, 60, 110, 30],
    [[0], [1, 2], [3]],
  ],
  // Higher than any page: it begins a new one and is left to run over.
  [[300], [[], [0], []]],
  [
    [10, 300, 10],
    [[0], [1], [2]],
  ],
])('parts rows of %j into %j', (heights, pages) => {
  expect(pagesOfRows(heights, room)).toEqual(pages)
})

it('keeps every row once and in order, within its page', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 80 }), (heights) => {
      const pages = pagesOfRows(heights, room)
      expect(pages.flat()).toEqual(heights.keys().toArray())
      for (const [index, rows] of pages.entries()) {
        const used = rows.reduce((sum, row) => sum + (heights[row] ?? 0), 0)
        const closing = index === pages.length - 1 ? room.closing : 0
        expect(used + closing).toBeLessThanOrEqual(index === 0 ? room.firstPage : room.otherPages)
      }
    }),
  )
})
