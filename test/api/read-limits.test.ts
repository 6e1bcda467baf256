import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WebServer } from '#platform/process/web-server.server.ts'
import { listen } from '../support/listening-shop.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

/** A page costs three. */
const atOnce = 30

let shop: TestShop
let web: WebServer

beforeAll(async () => {
  shop = await openTestShop({ limits: { reads: { atOnce, perSecond: 0.001 } } })
  await shop.addCake({ id: 'rose' })
  web = await listen(shop)
})
afterAll(async () => {
  web.server.closeAllConnections()
  await web.close()
  await shop.close()
})

let addresses = 0

/** A visitor at an address of its own. */
function visitor() {
  addresses += 1
  const from = `192.0.2.${addresses}`
  const { port } = web.server.address() as AddressInfo
  return async (path: string) => {
    const headers = { 'x-forwarded-for': from }
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

type Visit = ReturnType<typeof visitor>

/** How many of so many paths were answered. */
async function answered(visit: Visit, count: number, path: (n: number) => string) {
  const statuses = []
  for (let n = 0; n < count; n += 1) statuses.push((await visit(path(n))).status)
  expect(new Set(statuses).isSubsetOf(new Set([200, 404, 429]))).toBe(true)
  return statuses.filter((status) => status !== 429).length
}

it.each([
  ['pages of one visitor', atOnce / 3, (n: number) => `/login?n=${n}`],
  ['searches on pages', atOnce / 3, (n: number) => `/products?text=page${n}`],
  ['searches by the API', atOnce, (n: number) => `/api/v1/cakes/search?text=call${n}`],
  ['other calls', atOnce, () => '/api/v1/cakes/allcakes?limit=nothing&x'],
])('%s are limited by what they cost', async (_, most, path) => {
  const visit = visitor()
  const statuses = []
  for (let n = 0; n < most + 3; n += 1) statuses.push((await visit(path(n))).status)
  expect(statuses.indexOf(429)).toBe(most)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
})

it('what is cached, or is one of the few that there are, costs nothing', async () => {
  const visit = visitor()
  expect(await answered(visit, 40, () => '/products?text=rose')).toBe(40)
  for (const path of ['/', '/products', '/products?sort=a-z', '/singleproduct/rose', '/healthz']) {
    expect(await answered(visit, 10, () => path)).toBe(10)
  }
  expect(await answered(visit, 40, (n) => `/nothing-${n}`)).toBe(40)
  expect(await answered(visit, 40, (n) => `/singleproduct/none-${n}`)).toBe(40)
})

it('says in the shape of each when to come back', async () => {
  const visit = visitor()
  await answered(visit, 11, (n) => `/login?n=${n}`)
  const page = await visit('/login')
  expect([page.status, page.text]).toEqual([
    429,
    'Too many requests. Please wait a moment and try again.',
  ])
  expect(page.headers.get('content-type')).toMatch(/^text\/plain/)
  await answered(visit, 11, (n) => `/products?text=more${n}`)
  const call = await visit('/api/v1/cakes/search?text=another')
  expect(call.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(JSON.parse(call.text)).toMatchObject({ status: 429, title: 'Too many requests' })
  for (const { headers } of [page, call])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

it('another address is not limited by that', async () => {
  await answered(visitor(), 12, (n) => `/login?n=${n}`)
  expect((await visitor()('/login')).status).toBe(200)
})
