import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { taxed } from '#shop/orders/money/tax.ts'
import { firstAccent } from '#shop/values/accent.ts'
import { plainPicture } from '../../../../test/support/hostile-pictures.ts'
import { pagesOfPdf, wordsOfPdf } from '../../../../test/support/read-pdf.ts'
import type { Paper } from '../paper.ts'
import { drawPapers } from './draw-papers.server.ts'

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

const look = { accent: firstAccent, logo: null }

const named = (name: string): Paper => ({ ...invoice, buyer: { ...invoice.buyer, name } })
const wordsOf = async (...papers: Paper[]) => wordsOfPdf(await drawPapers(papers, look))
const rawOf = async (...papers: Paper[]) =>
  Buffer.from(await drawPapers(papers, look)).toString('latin1')
const countPages = async (...papers: Paper[]) =>
  (await pagesOfPdf(await drawPapers(papers, look))).length

describe('the PDF', () => {
  it('says what it is: of its date, tagged, to be archived', async () => {
    const document = await getDocumentProxy(new Uint8Array(await drawPapers([invoice], look)))
    const { info } = await document.getMetadata()
    expect(info).toMatchObject({
      PDFFormatVersion: '1.7',
      Title: 'Invoice CW/26-27/0000001',
      Author: 'Cakewala',
      Language: 'en-IN',
      CreationDate: 'D:20261120043000Z',
    })
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true })
    const raw = await rawOf(invoice)
    expect(raw).toMatch(/pdfaid:part>2<.*pdfaid:conformance>A</s)
    expect(raw).toMatch(/%%EOF\s*$/)
  })

  it('is the same again, whatever was drawn since', async () => {
    const first = await drawPapers([invoice], look)
    await drawPapers([named('क्षत्रिय'), { ...invoice, serial: 'CW/26-27/0000002' }], look)
    expect(Buffer.compare(await drawPapers([invoice], look), first)).toBe(0)
  })

  it('has the colour and the logo of its shop', async () => {
    const plain = await drawPapers([invoice], look)
    const green = await drawPapers([invoice], { ...look, accent: '#1b6e3c' })
    expect(Buffer.compare(green, plain)).not.toBe(0)
    const picture = await plainPicture('#1b6e3c').png().toBuffer()
    const own = await drawPapers([invoice], { ...look, logo: picture })
    const pictures = (pdf: Uint8Array) =>
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Subtype\s*\/Image\b/g)?.length ?? 0
    expect([pictures(plain), pictures(own)]).toEqual([0, 1])
    expect(await wordsOfPdf(own)).toEqual(await wordsOfPdf(plain))
    expect(Buffer.compare(await drawPapers([invoice], look), plain)).toBe(0)
  })

  it('holds the words and figures of the invoice, with a rupee sign', async () => {
    const words = await wordsOf(invoice)
    for (const word of [
      ...['Tax Invoice', 'CW/26-27/0000001', '20 Nov 2026', 'Asha Rao', '1042', 'Karnataka (29)'],
      ...['GSTIN 29ABCDE1234F1ZW', 'FSSAI 11223344556677', 'Reverse charge', '1905', '1 NOS'],
      ...['CGST 2.5%', 'SGST 2.5%', '1,175.72', '29.39', '₹1,234.50', 'Page 1 of 1'],
      'Rupees One Thousand Two Hundred Thirty-Four and Fifty Paise Only',
    ]) {
      expect(words).toContain(word)
    }
  })

  it('says whom a business has the goods delivered to, apart from whom it bills', async () => {
    const business = { name: 'Acme Foods', gstin: '27AAPFU0939F1ZV' }
    const words = await wordsOf({ ...invoice, business, deliveredTo: 'Ravi Kumar' })
    expect(words).toMatch(
      /Billed to\s+Acme Foods\s+GSTIN 27AAPFU0939F1ZV\s+Asha Rao\s+Karnataka, state code 29\s+9876543210\s+asha@example.in\s+Delivered to\s+Ravi Kumar\s+1 Hill Road, 560001, Bengaluru/,
    )
  })

  it('in a union territory without a legislature has UTGST', async () => {
    const state = { code: '04', name: 'Chandigarh' }
    const words = await wordsOf({ ...invoice, buyer: { ...invoice.buyer, state } })
    expect(words).toContain('UTGST 2.5%')
    expect(words).not.toMatch(/\bSGST/)
  })

  it('to another state has IGST', async () => {
    const amount = taxed(1234_50, { interstate: true, gstPercent: 5 })
    const sent = { ...invoice, interstate: true, lines: [{ ...line, amount }], total: amount }
    const words = await wordsOf(sent)
    expect(words).toContain('IGST 5%')
    expect(words).toMatch(/Total 1,175.71 58.79 1,234.50/)
    expect(words).not.toMatch(/[CS]GST/)
  })

  const untaxed = taxed(1234_50, { interstate: false, gstPercent: 0 })
  const withoutTax = {
    ...invoice,
    lines: [{ ...line, gstPercent: 0, amount: untaxed }],
    total: untaxed,
  }

  it('of a composition dealer is a bill of supply without tax, and says so on top', async () => {
    const seller = { ...shop, gst: 'composition' } as const
    const words = await wordsOf({ ...withoutTax, seller })
    for (const word of [
      ...['Bill of Supply', 'Bill of supply no.', 'GSTIN 29ABCDE1234F1ZW', '1905', '1,234.50'],
    ]) {
      expect(words).toContain(word)
    }
    expect(words).toMatch(
      /Bill of Supply\s.*Composition taxable person, not eligible to collect tax on supplies\s.*Sold by/s,
    )
    expect(words).not.toMatch(/Tax Invoice|[CSI]GST|Taxable value|Prices include/)
  })

  it('of a shop that is not registered has no word of tax', async () => {
    const seller = { ...shop, gst: 'unregistered', gstin: '' } as const
    const words = await wordsOf({ ...withoutTax, seller })
    expect(words).toMatch(/Invoice\n/)
    expect(words).toContain('1,234.50')
    expect(words).not.toMatch(/tax|GST|HSN|supply|reverse/i)
  })

  it('of what was paid at the counter is not due in cash', async () => {
    const words = await wordsOf({ ...invoice, paidByCard: 0, paidInPerson: 1234_50 })
    expect(words).toMatch(/Paid at the counter +₹1,234.50/)
    expect(words).not.toMatch(/in cash/)
  })

  it('of a credit note names the invoice, the reason and the parts', async () => {
    const credits = {
      serial: 'CW/26-27/0000001',
      issuedAt: '2026-11-20T04:30:00.000Z',
      reason: 'Delivered late',
    }
    const serial = 'CN/26-27/0000007'
    const words = await wordsOf({ ...invoice, kind: 'credit-note', serial, credits })
    for (const word of [
      ...['Credit Note', serial, 'For invoice', 'CW/26-27/0000001', 'Delivered late'],
      ...['1,175.72', '29.39', 'Refunded online'],
    ]) {
      expect(words).toContain(word)
    }
    expect(words).not.toContain('Tax Invoice')
    const again = { ...credits, isChargedAgain: true } as const
    const moved = await wordsOf({ ...invoice, kind: 'credit-note', serial, credits: again })
    expect(moved).toContain('Charged again')
    expect(moved).not.toContain('Refunded online')
  })

  it('of a business names it with its GSTIN', async () => {
    const business = { name: 'Tea & Co', gstin: '27AAPFU0939F1ZV' }
    const words = await wordsOf({ ...invoice, business })
    for (const word of ['Tea & Co', 'GSTIN 27AAPFU0939F1ZV', 'Asha Rao'])
      expect(words).toContain(word)
  })

  it('of a test payment says so', async () => {
    const words = 'Of a test payment: not for your books'
    expect(await wordsOf({ ...invoice, serial: 'TEST/26-27/00001' })).toContain(words)
    expect(await wordsOf(invoice)).not.toContain(words)
  })

  it('of goods at several rates has the rate of each line', async () => {
    const bread = { ...line, title: 'Milk Loaf', gstPercent: 0, amount: untaxed }
    const words = await wordsOf({ ...invoice, lines: [line, bread] })
    expect(words).toContain('Invoice-cum-bill')
    expect(words).toMatch(/Truffle Cake\n.*\n.* 5%/)
    expect(words).toMatch(/Milk Loaf\n.*\n.* 0%/)
    expect(words).not.toContain('CGST 2.5%')
  })

  it('of an order summary says that it is no invoice', async () => {
    const summary = { ...invoice, kind: 'summary', serial: '', cancelled: true } as const
    const words = await wordsOf(summary)
    expect(words).toContain('Order Summary')
    expect(words).toContain('This is not a tax invoice')
    expect(words).toContain('This order is cancelled')
    expect(words).not.toMatch(/Tax Invoice|Invoice no/)
  })

  it('goes on over as many pages as the lines need, each with the head of the table', async () => {
    const pages = await pagesOfPdf(
      await drawPapers([{ ...invoice, lines: Array.from({ length: 60 }, () => line) }], look),
    )
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Taxable value')
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(page.includes('Invoice CW/26-27/0000001, continued')).toBe(index > 0)
    }
  })

  it('keeps the last line, the totals and the closing on one page, however many lines there are', async () => {
    const papers = Array.from({ length: 24 }, (_, more) => ({
      ...invoice,
      lines: [...Array.from({ length: more }, () => line), { ...line, title: 'The last' }],
    }))
    const pages = await pagesOfPdf(await drawPapers(papers, look))
    const lastPages = pages.filter((page) => page.includes('The last'))
    expect(lastPages).toHaveLength(papers.length)
    for (const page of lastPages) {
      expect(page).toMatch(/Total 1,175.72 29.39 29.39 1,234.50/)
      expect(page).toContain('Amount in words')
      expect(page).toContain('Authorised signatory')
    }
  })

  it('begins each paper on a page of its own, and counts its pages anew', async () => {
    const long = { ...invoice, lines: Array.from({ length: 14 }, () => line) }
    const document = await drawPapers([invoice, long, invoice], look)
    const pages = await pagesOfPdf(document)
    expect(pages.map((page) => /Page \d of \d/.exec(page)?.[0])).toEqual([
      ...['Page 1 of 1', 'Page 1 of 2', 'Page 2 of 2', 'Page 1 of 1'],
    ])
    const { info } = await (await getDocumentProxy(new Uint8Array(document))).getMetadata()
    expect(info).toMatchObject({ Title: '3 invoices' })
  })

  it.each([
    ['', 'श्रीनिवास क्षत्रिय बर’'],
    ['Bengali', 'শ্রীমতী কৃষ্ণ প্ৰিয়া'],
    ['Gujarati', 'શ્રીમતી કૃષ્ણ'],
    ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਮੁਬਾਰਕ'],
    ['Kannada', 'ಶ್ರೀಧರ್ ಕೃಷ್ಣ'],
    ['Malayalam', 'കൃഷ്ണൻ ശ്രീക്കുട്ടി'],
    ['MeeteiMayek', 'ꯃꯤꯇꯩꯂꯣꯟ'],
    ['OlChiki', 'ᱥᱟᱱᱛᱟᱲᱤ'],
    ['Oriya', 'ପ୍ରିୟା ମହାପାତ୍ର'],
    ['Tamil', 'ஸ்ரீ தமிழ்ச்செல்வி'],
    ['Telugu', 'శ్రీనివాస్'],
    ['Arabic', 'محمد'],
    ['', 'Łukasz Ирина Ελένη'],
    ['Emoji', '🎂👨‍👩‍👧👍🏽'],
  ])('draws the letters of Noto Sans %s', async (script, name) => {
    const pdf = await drawPapers([named(name)], look)
    const fonts =
      Buffer.from(pdf)
        .toString('latin1')
        .match(/BaseFont \/\S+/g) ?? []
    const family = script === 'Emoji' ? 'NotoEmoji' : `NotoSans${script}`
    expect(fonts.join(' ')).toMatch(new RegExp(`\\+${family}-`))
    const [, words = ''] = /delivered to(.*)1 Hill Road/s.exec(await wordsOfPdf(pdf)) ?? []
    expect(words).not.toContain('·')
    for (const letter of name.normalize('NFC').match(/[\p{L}\p{M}]/gu) ?? []) {
      expect(words).toContain(letter)
    }
  })

  it.each([
    ['one\n\ttwo\u00a0three  four', 'one two three four'],
    ['Asha\u202e oaR', 'Asha oaR'],
    ['A\u0000s\u0007h\u001b[31ma', 'Ash[31ma'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['Z\u0351\u036b\u0343a\u0334l', 'Zal'],
    ['Cafe\u0301', 'Café'],
    ['日本 Asha', '·· Asha'],
    ['\ud83d alone', 'alone'],
  ])('leaves nothing that does harm: %j', async (name, shown) => {
    expect(await wordsOf(named(name))).toContain(`\n${shown}\n`)
  })

  it.each([
    '#panic("no") #sys.inputs #{1 + 1}',
    '$x^2$ *bold* _thin_ `code` @ref <label> [a]',
    '= Head - list + enum / term: \\ ~ --- ... // no /* no */',
    '"quoted" \'single\' {"json": true} \\u{41} \\n',
    'https://evil.example/ http://a.b',
  ])('reads nothing as markup: %s', async (text) => {
    const business = { name: text, gstin: '27AAPFU0939F1ZV' }
    const words = await wordsOf({ ...named(text), lines: [{ ...line, details: [text] }], business })
    const inOneLine = words.replace(/\s+/g, ' ')
    expect(inOneLine.split(text)).toHaveLength(4)
    expect(await rawOf(named(text))).not.toContain('/URI')
  })

  it('breaks a long word within its column', async () => {
    const email = `${'very.long.'.repeat(9)}address@example.in`
    const words = await wordsOf({ ...invoice, buyer: { ...invoice.buyer, email } })
    expect(words).not.toContain(email)
    expect(words.replaceAll('\n', '')).toContain(email)
  })

  it('continues a paper only on its own further pages', async () => {
    const long = { ...invoice, lines: Array(40).fill(line) }
    const pages = await pagesOfPdf(await drawPapers([invoice, long, invoice], look))
    const continued = pages.map((words) => words.includes('continued'))
    expect(continued).toEqual([false, false, ...Array(pages.length - 3).fill(true), false])
    expect(pages.map((words) => /Page (\d+) of (\d+)/.exec(words)?.slice(1).join('/'))).toEqual([
      '1/1',
      ...Array.from({ length: pages.length - 2 }, (_, at) => `${at + 1}/${pages.length - 2}`),
      '1/1',
    ])
  })

  it('leaves out a mark that stands at no letter', async () => {
    expect(await wordsOf(named('\u0898Rao'))).toContain('·Rao')
  })

  it('is drawn whatever people write', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.string({
        unit: fc.integer({ min: 0x600, max: 0xd7f }).map((code) => String.fromCodePoint(code)),
        maxLength: 60,
      }),
      fc.constantFrom('x'.repeat(3000), '🎂'.repeat(400), 'क्ष'.repeat(500), '\u202e'.repeat(50)),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 20 }), async (texts) => {
        const papers = texts.map(([name, bname]) => {
          const lines = [{ ...line, title: name, details: [bname, bname] }]
          return { ...named(name), lines }
        })
        expect(await countPages(invoice, ...papers)).toBeGreaterThan(texts.length)
      }),
      { numRuns: 5 },
    )
  })
})

it('has the mark of the pages', () => {
  const mark = readFileSync('app/shop/papers/print/slice.svg', 'utf8')
  expect(mark).toBe(readFileSync('public/favicon.svg', 'utf8'))
})

const children = () =>
  globSync(`/proc/${process.pid}/task/*/children`)
    .flatMap((file) => readFileSync(file, 'utf8').trim().split(' '))
    .filter((pid) => existsSync(`/proc/${pid}/cmdline`))
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('drawing-process'))
    .map(Number)

describe.runIf(existsSync('/proc/self/task'))('the process that draws', () => {
  it('is replaced when it is killed, and nobody notices', async () => {
    await drawPapers([invoice], look)
    const [pid = 0] = children()
    process.kill(pid, 'SIGKILL')
    expect(await countPages(invoice)).toBe(1)
    const drawing = drawPapers([invoice], look)
    for (const one of children()) process.kill(one, 'SIGKILL')
    expect(await pagesOfPdf(await drawing)).toHaveLength(1)
    expect(children()).not.toContain(pid)
  })

  it('when it ends again and again, says so instead of waiting', async () => {
    const killing = setInterval(() => {
      for (const pid of children()) process.kill(pid, 'SIGKILL')
    }, 1)
    try {
      await expect(drawPapers([invoice], look)).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      clearInterval(killing)
    }
    expect(await countPages(invoice)).toBe(1)
  })

  it('keeps no program open, and ends with it', async () => {
    const program = `
      const { drawPapers } = await import('#shop/papers/print/draw-papers.server.ts')
      const pdf = await drawPapers([JSON.parse(process.argv[1], (key, value) =>
        key === 'issuedAt' ? new Date(value) : value)], ${JSON.stringify(look)})
      console.log(pdf.length)`
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--input-type=module', '--eval', program],
      JSON.stringify(invoice),
    ])
    expect(Number(stdout)).toBe((await drawPapers([invoice], look)).length)
  })
})
