import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { csvStream } from './csv.server.ts'
import { type CsvColumns, createCsvRowCounter } from './csv.ts'
import { readTable } from './read-table.server.ts'

interface Cake {
  name: string
  price: number | null
}

const columns: CsvColumns<Cake> = [
  ['Name', ({ name }) => name],
  ['Price', ({ price }) => price],
]

async function* inBatches(...batches: Cake[][]) {
  yield* batches
}

const textOf = (...batches: Cake[][]) =>
  new Response(csvStream(columns, inBatches(...batches))).text()

const bytesOf = async (file: ReadableStream<Uint8Array>) =>
  new Uint8Array(await new Response(file).arrayBuffer())

describe('csvStream', () => {
  it('begins with the byte order mark and a heading', async () => {
    const bytes = await bytesOf(csvStream(columns, inBatches()))
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toBe('Name,Price\r\n')
  })

  it('has no byte order mark for a reader that refuses it', async () => {
    const file = csvStream(columns, inBatches(), { isForSpreadsheets: false })
    expect(await bytesOf(file)).toEqual(new TextEncoder().encode('Name,Price\r\n'))
  })

  it('has digits as they are for a program that is no spreadsheet', async () => {
    const hsnOfCashews = { name: '0801', price: 1 }
    const file = csvStream(columns, inBatches([hsnOfCashews]), { isForSpreadsheets: false })
    expect(await new Response(file).text()).toBe('Name,Price\r\n0801,1\r\n')
  })

  it('keeps quotes, commas, line breaks and every script', async () => {
    const cakes = [
      { name: 'A "big" one, with\ntwo lines', price: 850.5 },
      { name: 'केक', price: null },
    ]
    const text = await textOf(cakes.slice(0, 1), cakes.slice(1))
    expect(parse(text, { bom: true })).toEqual([
      ['Name', 'Price'],
      ['A "big" one, with\ntwo lines', '850.5'],
      ['केक', ''],
    ])
  })

  it.each(['two\nlines', 'two\rlines'])('keeps %j in one cell', async (name) => {
    expect(await textOf([{ name, price: 1 }])).toContain(`"${name}"`)
  })

  it('writes decimals as they are asked for, below 0 too', async () => {
    const amounts: CsvColumns<number> = [['Amount', (number) => ({ number, decimals: 2 })]]
    const rows = (async function* () {
      yield [850, -0.5, 1234.567]
    })()
    const text = await new Response(csvStream(amounts, rows)).text()
    expect(text).toBe('Amount\r\n850.00\r\n-0.50\r\n1234.57\r\n')
  })

  it.each(['=HYPERLINK("http://x")', '+1', '-1', '@sum', '\t=1', '\r=1', '＝1'])(
    'defuses %j',
    async (name) => {
      const [, [cell]] = parse(await textOf([{ name, price: 1 }])) as [string[], string[]]
      expect(cell).toBe(`'${name}`)
    },
  )

  it.each([
    ['10012345678901', '="10012345678901"'],
    ['007', '="007"'],
    ['12e45678', '="12e45678"'],
    ['9876543210', '9876543210'],
    ['0.5', '0.5'],
    ['10012345678901 B', '10012345678901 B'],
  ])('spreadsheets and our own reader keep the digits of %j', async (name, written) => {
    const text = await textOf([{ name, price: 1 }])
    const [, [cell]] = parse(text) as [string[], string[]]
    expect(cell).toBe(written)
    const [, [read]] = (await Array.fromAsync(readTable(Buffer.from(text)))) as [string[], string[]]
    expect(read).toBe(name)
  })

  it('reads a batch only when it is needed, and stops when the reader goes', async () => {
    const batches: number[] = []
    let ended = false
    async function* endless() {
      try {
        for (let batch = 0; ; batch += 1) {
          batches.push(batch)
          yield [{ name: `cake ${batch}`, price: batch }]
        }
      } finally {
        ended = true
      }
    }
    const reader = csvStream(columns, endless()).getReader()
    for (let pieces = 0; pieces < 3; pieces += 1) await reader.read()
    expect(batches.length).toBeLessThanOrEqual(3)
    await reader.cancel()
    expect(ended).toBe(true)
  })
})

it('createCsvRowCounter counts rows however the file is cut', async () => {
  const rows = [
    { name: 'one\n"two"\r\nthree', price: 1 },
    { name: 'four', price: 2 },
  ]
  const bytes = new TextEncoder().encode(await textOf(rows))
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const counter = createCsvRowCounter()
    counter.take(bytes.slice(0, cut))
    expect(counter.take(bytes.slice(cut))).toBe(3)
  }
})
