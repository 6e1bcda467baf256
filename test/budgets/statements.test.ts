import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { appContext } from '#app/context.server.ts'
import { loader as money } from '#shop/accounting/month/money.page.tsx'
import { insertAccount } from '#shop/accounts/accounts.store.server.ts'
import { loader as panel } from '#shop/admin/dashboard/dashboard.page.tsx'
import { loader as cakePage } from '#shop/cakes/detail/cake.page.tsx'
import { loader as catalogue } from '#shop/cakes/list/cake-list.page.tsx'
import { loader as home } from '#shop/storefront/home/home.page.tsx'
import { buy } from '../support/checkout-steps.ts'
import { statementsOf } from '../support/count-statements.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

// Its pictures are made by the build.
vi.mock('../../app/shop/storefront/home/home-sections.tsx', () => ({
  Hero: () => null,
  listOccasions: () => [],
}))

let shop: TestShop
let asha: string
let admin: string

beforeAll(async () => {
  shop = await openTestShop()
  await shop.addCake()
  asha = (await shop.customer()).token
  admin = (await shop.admin()).token
  // Until then the panel asks once more, for its checklist.
  await shop.post('/shop/open', {}, admin)
  await fill(3)
})
afterAll(() => shop.close())

/** So many cakes, orders of one customer, and customers. */
async function fill(amount: number) {
  for (let n = 0; n < amount; n++) {
    await shop.addCake({ id: `cake-${amount}-${n}`, name: `Cake ${n}` })
    await buy(shop, asha, { checkoutId: crypto.randomUUID() })
    await insertAccount(shop.context.db, {
      id: `ravi-${amount}-${n}`,
      name: 'Ravi',
      email: `ravi-${amount}-${n}@example.in`,
      mobileno: null,
      birthdate: null,
      role: 'customer',
      passwordHash: 'none',
    })
  }
  await shop.runJobs()
}

const own = { email: 'asha@example.in' }

/** The request, the status of its response, and the statements it may take; one of them looks up whose session it is. */
const budgets: [string, number, number, () => Promise<{ status: number }>][] = [
  ['the whole catalogue', 200, 0, () => shop.get('/cakes/allcakes')],
  ['a page of the catalogue', 200, 0, () => shop.get('/cakes/allcakes?limit=24&cursor=cake')],
  ['a search', 200, 0, () => shop.get('/cakes/search?text=cake&price=900.5')],
  ['a cake', 200, 0, () => shop.get('/cakes/truffle')],
  ['a cake that there is not', 404, 0, () => shop.get('/cakes/none')],
  ['a cake, logged in', 200, 1, () => shop.get('/cakes/truffle', asha)],
  ['a call that there is not', 404, 0, () => shop.get('/nothing')],
  ['one’s own name', 200, 2, () => shop.post('/users/getnamebyemail', own, asha)],
  ['one’s own orders', 200, 3, () => shop.post('/orders/viewOrders', own, asha)],
  ['one’s order at home', 200, 2, () => shop.get('/orders/placed?number=1001', asha)],
  ['orders without a session', 401, 0, () => shop.post('/orders/viewOrders', own)],
  ['orders by a made-up token', 401, 0, () => shop.post('/orders/viewOrders', own, 'made-up')],
  ['all orders', 200, 2, () => shop.get('/orders/adminOrders', admin)],
  ['all users', 200, 2, () => shop.get('/users/allusers', admin)],
]

type Loader = (args: never) => Promise<unknown>

/** What a page reads to be shown: kept answers read nothing at all, as test/api/public-responses.test.ts has it. */
const pages: [
  what: string,
  loader: Loader,
  statements: number,
  params: object,
  token?: () => string,
][] = [
  ['the home page', home, 0, {}],
  ['the catalogue’s page', catalogue, 0, {}],
  ['a cake’s page', cakePage, 0, { id: 'truffle' }],
  ['the panel', panel, 15, {}, () => admin],
  ['the money of a month', money, 10, {}, () => admin],
]

async function read(loader: Loader, params: object, token?: string) {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  const context = new RouterContextProvider()
  context.set(appContext, shop.context)
  const request = new Request('http://shop.test/', { headers })
  await loader({ request, url: new URL(request.url), params, context } as never)
}

async function counted() {
  const counts: Record<string, unknown> = {}
  for (const [what, wanted, , ask] of budgets) {
    let status = 0
    const sent = await statementsOf(async () => {
      status = (await ask()).status
    })
    counts[what] = status === wanted ? sent.length : `answered ${status}`
  }
  for (const [what, loader, , params, token] of pages) {
    const sent = await statementsOf(() => read(loader, params, token?.()))
    counts[what] = sent.length
  }
  return counts
}

const allowed = {
  ...Object.fromEntries(budgets.map(([what, , statements]) => [what, statements])),
  ...Object.fromEntries(pages.map(([what, , statements]) => [what, statements])),
}

test('calls and pages take as many statements as they may, however many rows there are', async () => {
  const few = await counted()
  await fill(30)
  expect([few, await counted()]).toEqual([allowed, allowed])
})
