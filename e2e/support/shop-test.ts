import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type WorkerFixture,
} from '@playwright/test'
import { type ShopServer, startShop } from './shop-server.ts'

export { expect }

/** What went wrong in a browser during a walk, and what of it the walk brings about on purpose. */
export interface Trouble {
  /** The walk makes the server answer like this: a status, and a part of the address. */
  expect(status: number, address: string | RegExp): void
  /** Watches a context that the walk made itself. */
  watch(context: BrowserContext): void
}

interface ShopFixtures {
  trouble: Trouble
  /** Opens an empty page in a browser of somebody else: without cookies, without anything read before. */
  someoneElse: () => Promise<Page>
}

let lastAddress = 0

/** A fixture: a shop for each worker. Walks that are given another one share none. */
export function ownShop(
  settings?: Record<string, string>,
): [WorkerFixture<ShopServer, object>, { scope: 'worker'; timeout: number }] {
  return [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const shop = await startShop(settings)
      await use(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 150_000 },
  ]
}

/** A walk through a shop of the worker's own. It fails on any error in the console and any request that fails. */
export const test = base.extend<ShopFixtures, { shop: ShopServer }>({
  shop: ownShop(),

  baseURL: ({ shop }, use) => use(shop.address),

  // The shop believes its proxy about this: every test is a visitor from elsewhere.
  extraHTTPHeaders: async ({ baseURL: _ }, use) => {
    lastAddress += 1
    await use({ 'x-forwarded-for': `10.0.${lastAddress >> 8}.${lastAddress & 255}` })
  },

  trouble: [
    async ({ context, javaScriptEnabled }, use) => {
      const found: string[] = []
      const allowed: [number, string | RegExp][] = []
      const isAllowed = (status: number, url: string) =>
        allowed.some(
          ([one, address]) => one === status && new RegExp(address, 'i').test(pathOf(url)),
        )
      const watch = (watched: BrowserContext) =>
        listen(watched, { found, isAllowed, scripts: javaScriptEnabled !== false })
      watch(context)
      await useOfflineMap(context)
      await use({ watch, expect: (...answer) => void allowed.push(answer) })
      expect(found, 'errors in the console, failed requests').toEqual([])
    },
    { auto: true },
  ],

  someoneElse: async ({ browser, trouble }, use) => {
    const opened: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext()
      opened.push(context)
      trouble.watch(context)
      return context.newPage()
    })
    await Promise.all(opened.map((context) => context.close()))
  },
})

interface Watching {
  found: string[]
  isAllowed: (status: number, url: string) => boolean
  /** False where the browser refuses every script because the walk is about that. */
  scripts: boolean
}

function listen(context: BrowserContext, { found, isAllowed, scripts }: Watching) {
  context.on('weberror', (error) => found.push(`uncaught: ${error.error().stack}`))
  context.on('console', (message) => {
    const text = message.text()
    // The answer itself is looked at below.
    if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return
    // Playwright's recorder looks into every frame, also into that of a mail, where no script may run.
    if (/^Blocked script execution in '.*\/mails\/.*frame is sandboxed/.test(text)) return
    found.push(`console: ${text}`)
  })
  context.on('response', (response) => {
    const status = response.status()
    if (status >= 400 && !isAllowed(status, response.url())) {
      found.push(`${status}: ${response.request().method()} ${response.url()}`)
    }
  })
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    // Leaving a page ends what it was still fetching.
    // Only a walk that takes the line away itself brings this about.
    const isOffline = why === 'net::ERR_INTERNET_DISCONNECTED'
    const isUsual = why === 'net::ERR_ABORTED' || (!scripts && why === 'csp')
    if (!isUsual && !isOffline) found.push(`${why}: ${request.method()} ${request.url()}`)
  })
}

function pathOf(url: string) {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** The contact page's map comes from elsewhere; tests stay on this machine. */
async function useOfflineMap(context: BrowserContext) {
  await context.route('https://www.openstreetmap.org/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Map</title><p>Map</p></html>',
    }),
  )
}
