import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { secret, senderToken } from '../process/run-client.ts'
import {
  endAll,
  newDatabase,
  startServer,
  temporaryFolder,
  whyNotOnServer,
} from '../process/server-process.ts'
import { newCustomer, orderCustomCake } from '../process/shop-client.ts'

/** The most that a first visit to a page may take: kilobytes (1,000 bytes), and requests. */
interface Budget {
  /** Scripts that it loads before anything is clicked, gzipped. */
  scripts: number
  /** The document, compressed by brotli, with its data. */
  html: number
  /** The same, as the browser unpacks and reads it. */
  htmlRaw: number
  /** Of the document. Each is created, styled and hydrated on a phone, and rendered on the server. */
  elements: number
  /** The document, stylesheet, scripts, fonts, and pictures that do not wait until they are scrolled to. */
  requests: number
}

// A little more than each page takes, and 0.3 more of scripts: they are named by digests, which may compress worse on
// another machine. 108 KB of the scripts are React and React Router. A higher number needs a reason in its commit.
const budgets: Record<string, Budget> = {
  '/': { scripts: 135.5, html: 11, htmlRaw: 50, elements: 340, requests: 20 },
  '/products': { scripts: 140.1, html: 13, htmlRaw: 75, elements: 500, requests: 22 },
  '/singleproduct/black-forest-cake': {
    scripts: 139.9,
    html: 11,
    htmlRaw: 54,
    elements: 395,
    requests: 21,
  },
  '/cart': { scripts: 141.4, html: 6, htmlRaw: 23, elements: 190, requests: 24 },
  '/customizecake': { scripts: 139.5, html: 8, htmlRaw: 36, elements: 302, requests: 26 },
  '/contact': { scripts: 133.3, html: 7, htmlRaw: 27, elements: 218, requests: 19 },
  '/login': { scripts: 135.3, html: 6, htmlRaw: 24, elements: 185, requests: 21 },
  '/register': { scripts: 134, html: 7, htmlRaw: 27, elements: 205, requests: 20 },
  '/forgot-password': { scripts: 133.4, html: 6, htmlRaw: 22, elements: 172, requests: 19 },
  '/reset-password': { scripts: 133.4, html: 6, htmlRaw: 23, elements: 177, requests: 19 },
  '/about': { scripts: 129.5, html: 6.3, htmlRaw: 24.5, elements: 187, requests: 16 },
  '/privacy': { scripts: 130.1, html: 8, htmlRaw: 31, elements: 246, requests: 16 },
  '/terms': { scripts: 130.1, html: 6.2, htmlRaw: 23.5, elements: 198, requests: 16 },
  '/refunds': { scripts: 131.7, html: 6, htmlRaw: 23, elements: 192, requests: 18 },
}
/** The stylesheet of every page, gzipped; both fonts. */
const common = { styles: 14.2, fonts: 44 }

const { folder, remove } = temporaryFolder()
let url = ''

describe.skipIf(whyNotOnServer)('what a first visit takes stays within its budget', () => {
  beforeAll(async () => {
    const server = await startServer({
      DATA_DIR: folder,
      DATABASE_URL: await newDatabase(),
      PORT: await freePort(),
      SESSION_SECRET: secret,
    })
    url = server.url
  })
  afterAll(async () => {
    await endAll()
    remove()
  })

  test.each(Object.entries(budgets))('%s', async (path, budget) => {
    const page = await visit(path)
    expect(aboveLimits(budget, page, path)).toEqual([])
  })

  test('the page of a sender’s link', async () => {
    const path = `/track/${senderToken(await orderCustomCake(url, await newCustomer(url)))}`
    // It is read before its scripts are there, which bring the dialogs of View Orders, and says which courier brings it.
    const limits = { scripts: 161.1, html: 8, htmlRaw: 36, elements: 227, requests: 37 }
    expect(aboveLimits(limits, await visit(path), 'It')).toEqual([])
  })

  test('the page of a dead tracking link loads no script', async () => {
    const response = await fetch(`${url}/track/x`)
    expect(response.status).toBe(404)
    // The function that starts scripts later is in every document, and finds none.
    expect(await response.text()).not.toMatch(/<script[^>]* src=|<link rel="later"|\.js"/)
  })

  // That the pages load no other, the walks see.
  test.each([
    ['recipient’s page', /^recipient-script-/, 1, 4],
    ['run’s page', /^(run-page-script|offline-worker)-/, 2, 15.1],
  ])('what a %s loads is a file each', (_, name, count, limit) => {
    const own = builtScripts(name)
    expect(own).toHaveLength(count)
    const text = own.map(String).join()
    // Without a line, a run’s page can load no other.
    expect(text).not.toMatch(/\bimport\b|from"/)
    expect(kilobytes(own.map((script) => gzipSync(script)))).toBeLessThan(limit)
  })

  test('stylesheet and fonts', async () => {
    expect(aboveLimits(common, await visit('/'), 'Every page')).toEqual([])
  })
})

/** What a browser would fetch at once, read out of the page. */
async function visit(path: string) {
  const response = await fetch(url + path)
  expect(response.status).toBe(200)
  const html = await response.text()
  const fonts = addresses(html, /<link rel="preload" href="([^"]+)" as="font"/g)
  const scripts = addresses(html, /(?:href=|import[^"]*)"(\/assets\/[^"]+\.js)"/g)
  const pictures = html.match(/<img (?![^>]*loading="lazy")/g) ?? []
  const styles = addresses(html, /<link rel="stylesheet" href="([^"]+)"/g)
  // Otherwise changed markup would measure as nothing.
  expect([fonts.length, Math.min(scripts.length, 5), styles.length]).toEqual([2, 5, 1])
  return {
    scripts: kilobytes(scripts.map((script) => gzipSync(fileOf(script)))),
    html: kilobytes([brotliCompressSync(html)]),
    htmlRaw: kilobytes([Buffer.from(html)]),
    elements: elementsOf(html),
    requests: 1 + styles.length + scripts.length + fonts.length + pictures.length,
    styles: kilobytes(styles.map((style) => gzipSync(fileOf(style)))),
    fonts: kilobytes(fonts.map(fileOf)),
  }
}

function elementsOf(html: string): number {
  const withoutScripts = html.replace(/(<script[^>]*>)[\s\S]*?<\/script>/g, '$1')
  return withoutScripts.match(/<[a-z]/g)?.length ?? 0
}

function addresses(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].map(([, address = '']) => address))]
}

/** The built scripts of such names. */
function builtScripts(name: RegExp): Buffer[] {
  const files = readdirSync('build/client/assets').filter((file) => name.test(file))
  return files.filter((file) => file.endsWith('.js')).map((file) => fileOf(`assets/${file}`))
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
  elements: 'elements',
  requests: 'requests at once',
  styles: 'KB of gzipped CSS',
  fonts: 'KB of fonts',
}

type Measure = keyof typeof words

/** A sentence for each limit that is exceeded. */
function aboveLimits(
  budget: Partial<Record<Measure, number>>,
  found: Record<Measure, number>,
  where: string,
): string[] {
  return (Object.entries(budget) as [Measure, number][])
    .filter(([measure, limit]) => found[measure] > limit)
    .map(
      ([measure, limit]) =>
        `${where} takes ${Number(found[measure].toFixed(1))} ${words[measure]}, and may take ${limit}.`,
    )
}
