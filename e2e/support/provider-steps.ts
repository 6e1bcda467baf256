import type { BrowserContext, Page } from '@playwright/test'
import {
  addCake,
  type Customer,
  confirmOrder,
  goToCheckout,
  ordersOf,
  sayWhereAndWhen,
  signIn,
} from './customer-steps.ts'
import { type ShopServer, startShop } from './shop-server.ts'
import { test as base, expect } from './shop-test.ts'

interface ProviderSetUp<StandIn, InBrowser> {
  open(): Promise<StandIn>
  /** Those of a shop that is paid through it. */
  settings(provider: StandIn): Record<string, string>
  onOpen?(provider: StandIn, shop: ShopServer): void
  /** The provider's code in a browser; what a walk may change about it. */
  meet(context: BrowserContext, provider: StandIn): Promise<InBrowser>
}

/** The `test` of walks through one shop that is paid through a provider, with a stand-in for it on both sides. */
export function providerTest<StandIn extends { close(): Promise<void> }, InBrowser>({
  open,
  settings,
  onOpen,
  meet,
}: ProviderSetUp<StandIn, InBrowser>) {
  const test = base.extend<{ inBrowser: InBrowser }, { provider: StandIn }>({
    provider: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
      async ({}, use) => {
        const provider = await open()
        await use(provider)
        await provider.close()
      },
      { scope: 'worker' },
    ],
    shop: [
      async ({ provider }, use) => {
        const shop = await startShop(settings(provider))
        onOpen?.(provider, shop)
        await use(shop)
        await shop.close()
      },
      { scope: 'worker', timeout: 150_000 },
    ],
    inBrowser: [
      async ({ context, provider }, use) => use(await meet(context, provider)),
      { auto: true },
    ],
  })
  // One shop for all of them.
  test.describe.configure({ mode: 'default' })
  return test
}

/** Logged in, with a cake for Rs. 850 in the cart, at the confirmation. */
export async function readyToConfirm(page: Page): Promise<Customer> {
  const customer = await signIn(page)
  await addCake(page, 'chocolate-truffle-cake', { weight: '1' })
  await goToCheckout(page)
  await sayWhereAndWhen(page)
  return customer
}

export async function readyToPay(page: Page): Promise<Customer> {
  const customer = await readyToConfirm(page)
  await confirmOrder(page)
  return customer
}

/** Every address that pages ask for, and the scripts of the shop that say a word: a provider's code is known by its own. */
export function watchProvider(page: Page, word: string) {
  const urls: string[] = []
  const scripts: Promise<string>[] = []
  page.on('request', (request) => urls.push(request.url()))
  page.on('response', (response) => {
    const isScript = response.request().resourceType() === 'script'
    if (isScript && !response.url().includes(word)) scripts.push(response.text().catch(() => ''))
  })
  return {
    /** Requests to the provider so far. */
    requests: () => urls.filter((url) => new URL(url).hostname.includes(word)),
    /** How many of the shop's own scripts so far are about it. */
    scripts: async () => (await Promise.all(scripts)).filter((text) => text.includes(word)).length,
  }
}

/** What a page and the code on it may do, by the headers of its document. */
export async function rightsOf(page: Page, path: string) {
  const headers = (await page.request.get(path)).headers()
  return {
    policy: headers['content-security-policy'],
    permissions: headers['permissions-policy'],
    windows: headers['cross-origin-opener-policy'],
  }
}

/** One order of this customer is in the shop's ledger, paid in full. */
export async function seeOnePaidOrder(page: Page, customer: Customer) {
  const orders = () => ordersOf(page, customer)
  await expect.poll(orders, { timeout: 30_000 }).toMatchObject([{ paidByCard: 900 }])
}
