import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { AppError } from './app-error.ts'
import { readTable } from './read-table.server.ts'

const rowsOf = async (file: string | Uint8Array) =>
  Array.fromAsync(readTable(typeof file === 'string' ? Buffer.from(file) : file))

const refusalOf = async (file: string | Uint8Array) =>
  rowsOf(file).then(
    () => 'read',
    (error) => (error instanceof AppError ? error.message : `${error}`),
  )

const heading = ['name', 'price']
const table = 'name,price\r\nCrème brûlée,850\r\n'
const rows = [heading, ['Crème brûlée', '850']]

describe('a table in any encoding', () => {
  const wide = Buffer.from(table, 'utf16le')
  const bom = Buffer.from('\uFEFF', 'utf16le')
  it.each([
    ['UTF-8', Buffer.from(table)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${table}`)],
    ['UTF-16, as Excel writes “Unicode text”', Buffer.concat([bom, wide])],
    ['UTF-16 without its mark', wide],
    ['UTF-16 with the other order of bytes', Buffer.concat([bom, wide]).swap16()],
    ['UTF-16 with the other order and no mark', Buffer.from(wide).swap16()],
    ['Windows-1252', Buffer.from(table, 'latin1')],
    ['Macintosh', Buffer.from('name,price\rCr\x8fme br\x9el\x8ee,850\r', 'latin1')],
  ])('%s', async (_, bytes) => {
    expect(await rowsOf(bytes)).toEqual(rows)
  })

  it('keeps good letters beside a broken one', async () => {
    const bytes = Buffer.concat([Buffer.from('name,price\nकेक,1\nCr'), Buffer.from([0xe9, 0x0a])])
    expect(await rowsOf(bytes)).toEqual([heading, ['केक', '1'], ['Cr\uFFFD']])
  })
})

describe('a table between any signs', () => {
  it.each([
    ['commas', 'name,price\nA; B,850'],
    ['semicolons', 'name;price\nA; B;850'.replace('A; B', '"A; B"')],
    ['tabs', 'name\tprice\nA; B\t850'],
    ['bars', 'name|price\nA; B|850'],
    ['the sign of its first line', 'sep=;\r\nname;price\r\n"A; B";850'],
  ])('%s', async (_, text) => {
    expect(await rowsOf(text)).toEqual([heading, ['A; B', '850']])
  })

  it('keeps a list in a cell together, on several lines too', async () => {
    const text = 'name,price,list\n"|\n|",1,"a | b\n| c"\n'
    expect(await rowsOf(text)).toEqual([
      ['name', 'price', 'list'],
      ['|\n|', '1', 'a | b\n| c'],
    ])
  })

  it('finds the sign below lines of an address, and beside amounts with commas', async () => {
    const text =
      'The Bank, Pune\nAccount;of Asha\nDate;Text;Credit\n1 May;UPI, a;1,25,000.00\n2 May;b, c;1,000\n'
    expect((await rowsOf(text)).slice(2)).toEqual([
      ['Date', 'Text', 'Credit'],
      ['1 May', 'UPI, a', '1,25,000.00'],
      ['2 May', 'b, c', '1,000'],
    ])
  })

  it('keeps line ends inside quotes, whatever ends the lines', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      expect(await rowsOf(`name,price${end}"A${end}B",850${end}`)).toEqual([
        heading,
        [`A${end}B`, '850'],
      ])
    }
  })

  it('reads 70 columns', async () => {
    expect(await rowsOf(`${'a,'.repeat(69)}b`)).toEqual([[...Array(69).fill('a'), 'b']])
  })
})

/** A workbook as Excel writes it, with one sheet. */
function workbook(sheet: string, more: Record<string, Uint8Array> = {}) {
  const office = 'http://schemas.openxmlformats.org'
  return zipSync({
    '[Content_Types].xml': strToU8(
      `<Types xmlns="${office}/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Cakes" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`,
    ),
    ...more,
  })
}

const text = (cell: string, value: string) =>
  `<c r="${cell}" t="inlineStr"><is><t>${value}</t></is></c>`

describe('an Excel workbook', () => {
  it('is read with all digits of its numbers', async () => {
    const sheet = `<row r="1">${text('A1', 'reference')}${text('B1', 'credit')}</row>
      <row r="2"><c r="A2"><v>6.33217000121E11</v></c><c r="B2"><v>1299.9000000000001</v></c></row>`
    expect(await rowsOf(workbook(sheet))).toEqual([
      ['reference', 'credit'],
      ['633217000121', '1299.9'],
    ])
  })

  it('is refused when it unpacks to more than memory takes, whatever it says of its size', async () => {
    const bomb = workbook('', { 'xl/media/image1.png': new Uint8Array(80 * 1024 * 1024) })
    const size = Buffer.from(new Uint32Array([80 * 1024 * 1024]).buffer)
    for (let at = bomb.length; at >= 0; at -= 1) {
      if (size.equals(bomb.subarray(at, at + 4))) bomb.set([1, 0, 0, 0], at)
    }
    expect(await refusalOf(bomb)).toContain('too large')
  })

  it('that is broken is refused with what to do', async () => {
    const bytes = workbook('<row')
    expect(await refusalOf(bytes)).toContain('This workbook cannot be read. Download')
    expect(await refusalOf(bytes.subarray(0, 600))).toContain('cannot be read')
  })
})

it.each([
  ['a PDF', '%PDF-1.7\n1 0 obj'],
  ['a web page', '\n <html><table><tr><td>1</td></tr></table></html>'],
  ['a web page', '<!DOCTYPE html><title>a</title>'],
  ['an XML file', '<?xml version="1.0"?><Workbook/>'],
  ['an XML file', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"></Document>'],
  ['a statement in OFX', 'OFXHEADER:100\nDATA:OFXSGML'],
  ['a statement in QIF', '!Type:Bank\nD1/5/26'],
  ['a statement in MT940', ':20:STARTUMSE\n:25:1'],
  ['a statement in MT940', '{1:F01HDFCINBBAXXX0000000000}{2:I940}'],
  ['a JSON file', '{"cakes": []}'],
  ['a text document', '{\\rtf1\\ansi a}'],
  ['an old Excel workbook (.xls)', Buffer.from('d0cf11e0a1b11ae1'.padEnd(1200, '0'), 'hex')],
  ['a packed file', zipSync({ 'a.txt': strToU8('a') })],
  ['a file of another kind (PNG)', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['no table', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 65, 10])],
])('a file of another kind is named: %s', async (name, file) => {
  expect(await refusalOf(file)).toMatch(
    new RegExp(`^This is ${RegExp.escape(name)}.*\\(\\.xlsx\\), and`),
  )
})

it('names the row of a quotation mark that is in the wrong place', async () => {
  expect(await refusalOf('a,b\nc,d"e\n')).toContain('Row 2 cannot be read')
})

it('refuses more than 20,000 rows', async () => {
  expect(await refusalOf('a,b\n'.repeat(20_002))).toContain('more than 20,000 rows')
})
