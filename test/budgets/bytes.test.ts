import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  endAll,
  freePort,
  newDatabase,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from '../process/server-process.ts'

/** What a first visit to a page may take: kilobytes (1000 bytes), and how many answers. */
interface Budget {
  /** Scripts that it asks for, gzipped; without those of its sleeping parts (ui/sleeping.tsx). */
  scripts: number
  /** The document, packed by brotli, stylesheet and data in it. */
  html: number
  /** The same, as the browser unpacks and reads it. */
  htmlRaw: number
  /** The document, scripts, fonts, and pictures that do not wait until they are scrolled to. */
  requests: number
}

// Pages to look at take at most about 130 KB of scripts, those with a form what checks it on top; a few KB above what they take; else about a tenth. What grows on purpose gets a higher number here, and a reason in its commit.
const budgets: Record<string, Budget> = {
  '/': { scripts: 127, html: 22, htmlRaw: 125, requests: 18 },
  '/products': { scripts: 134, html: 27, htmlRaw: 190, requests: 26 },
  '/singleproduct/black-forest-cake': { scripts: 134, html: 21, htmlRaw: 125, requests: 24 },
  '/cart': { scripts: 132, html: 16, htmlRaw: 82, requests: 24 },
  '/customizecake': { scripts: 157, html: 18, htmlRaw: 95, requests: 26 },
  '/contact': { scripts: 141, html: 17, htmlRaw: 88, requests: 16 },
  '/login': { scripts: 141, html: 16, htmlRaw: 85, requests: 18 },
  '/register': { scripts: 141, html: 16, htmlRaw: 85, requests: 18 },
  '/about': { scripts: 125, html: 18, htmlRaw: 85, requests: 18 },
  '/privacy': { scripts: 125, html: 18, htmlRaw: 90, requests: 18 },
}
/** The stylesheet inside every page, gzipped; both fonts. */
const common = { styles: 13, fonts: 44 }

const { folder, remove } = temporaryFolder()
let url = ''

describe.skipIf(whyNotOnServer)('what a first visit takes stays within its budget', () => {
  beforeAll(async () => {
    const server = await startServer({
      DATA_DIR: folder,
      DATABASE_URL: await newDatabase(),
      PORT: await freePort(),
      WEB_CONCURRENCY: '1',
    })
    url = server.url
  })
  afterAll(async () => {
    await endAll()
    remove()
  })

  test.each(Object.entries(budgets))('%s', async (path, budget) => {
    const page = await visit(path)
    expect(grownBeyond(budget, page, path)).toEqual([])
  })

  test('stylesheet and fonts', async () => {
    expect(grownBeyond(common, await visit('/'), 'Every page')).toEqual([])
  })
})

/** What a browser would fetch at once, read out of the page. */
async function visit(path: string) {
  const answer = await fetch(url + path)
  expect(answer.status).toBe(200)
  const html = await answer.text()
  const fonts = addresses(html, /<link rel="preload" href="([^"]+)" as="font"/g)
  const scripts = addresses(html, /(?:href=|import[^"]*)"(\/assets\/[^"]+\.js)"/g)
  const pictures = html.match(/<img (?![^>]*loading="lazy")/g) ?? []
  const [, stylesheet = ''] = /<style data-precedence[^>]*>([\s\S]+?)<\/style>/.exec(html) ?? []
  // A page that is put together in another way must not be measured as having none.
  expect([fonts.length, Math.min(scripts.length, 5), stylesheet !== '']).toEqual([2, 5, true])
  return {
    scripts: kilobytes(scripts.map((script) => gzipSync(fileOf(script)))),
    html: kilobytes([brotliCompressSync(html)]),
    htmlRaw: kilobytes([Buffer.from(html)]),
    requests: 1 + scripts.length + fonts.length + pictures.length,
    styles: kilobytes([gzipSync(stylesheet)]),
    fonts: kilobytes(fonts.map(fileOf)),
  }
}

function addresses(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].map(([, address = '']) => address))]
}

function fileOf(address: string): Buffer {
  return readFileSync(join('build', 'client', address))
}

function kilobytes(parts: Buffer[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0) / 1000
}

const words = {
  scripts: 'KB of gzipped JavaScript',
  html: 'KB of HTML, packed',
  htmlRaw: 'KB of HTML, unpacked',
  requests: 'requests at once',
  styles: 'KB of gzipped CSS',
  fonts: 'KB of fonts',
}

type Thing = keyof typeof words

/** A sentence for each thing there is too much of. */
function grownBeyond(
  budget: Partial<Record<Thing, number>>,
  found: Record<Thing, number>,
  where: string,
): string[] {
  return (Object.entries(budget) as [Thing, number][])
    .filter(([thing, most]) => found[thing] > most)
    .map(
      ([thing, most]) =>
        `${where} takes ${Number(found[thing].toFixed(1))} ${words[thing]}, and may take ${most}.`,
    )
}
