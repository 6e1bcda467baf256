import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#platform/clock.ts'
import type { Cake } from '#shop/cakes/cake.schema.ts'
import { countSoldHandler } from '#shop/orders/sold/take-pieces.server.ts'
import { buy, truffleLine } from '../support/checkout-steps.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  const plain = { price: 700, flavours: ['Cherry'], weight: ['1'], egg: 'Egg' as const }
  for (const id of ['c', 'a', 'b'])
    await shop.addCake({ ...plain, id, name: `Cake ${id}`, featured: false })
})
afterAll(() => shop.close())

const next = (query: string) => `</api/v1/cakes/allcakes?${query}>; rel="next"`

test.each([
  ['the whole catalogue', '/cakes/allcakes', ['a', 'b', 'c'], null],
  ['a first page', '/cakes/allcakes?limit=2', ['a', 'b'], next('limit=2&cursor=b')],
  ['the last page', '/cakes/allcakes?limit=2&cursor=b', ['c'], null],
  ['a page of the usual size', '/cakes/allcakes?cursor=a', ['b', 'c'], null],
])('%s: GET %s', async (_, path, ids, link) => {
  const response = await shop.api.request(path)
  expect(response.status).toBe(200)
  expect(((await response.json()) as Cake[]).map(({ _id }) => _id)).toEqual(ids)
  expect(response.headers.get('link')).toBe(link)
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
})

test.each([
  ['everything', '', { count: 3, next: null, hasMore: false, isNear: false }, ['a', 'b', 'c']],
  ['a page', '?limit=2&sort=highest', { count: 3, next: 'b' }, ['c', 'b']],
  ['the next one', '?limit=2&sort=highest&cursor=b', { count: 3, next: null }, ['a']],
  ['a text', '?text=CAKE+B', { count: 1 }, ['b']],
  ['a flavour', '?text=cherry', { count: 3, hasMore: false, isNear: true }, ['a', 'b', 'c']],
  ['a slip', '?text=kake', { count: 3, isNear: true, categories: [] }, ['a', 'b', 'c']],
  ['a category', '?text=chocol&limit=1', { count: 3, categories: ['Chocolate'] }, ['a']],
  [
    'filters',
    '?category=Chocolate&flavour=cher&egg=Egg&price=700&ready=same-day',
    { count: 3 },
    ['a', 'b', 'c'],
  ],
  ['filters that are empty', '?text=&category=&flavour=', { count: 3 }, ['a', 'b', 'c']],
  ['too much of them', '?price=699.99', { count: 0, next: null }, []],
])('a search for %s: GET /cakes/search%s', async (_, query, facts, ids) => {
  const response = await shop.api.request(`/cakes/search${query}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  const found = (await response.json()) as { cakes: Cake[] }
  expect(found).toMatchObject(facts)
  expect(found.cakes.map(({ id }) => id)).toEqual(ids)
})

test('one cake: GET /cakes/b', async () => {
  const response = await shop.api.request('/cakes/b')
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ _id: 'b', id: 'b', name: 'Cake b', price: 700 })
})

test('popular is what was sold in the last 90 days and not cancelled, counted each night', async () => {
  const { token } = await shop.customer()
  const email = 'asha@example.in'
  const sell = (cakeid: string) => {
    const line = { ...truffleLine, cakeid, flavour: 'Cherry', price: 700 }
    return buy(shop, token, { order: [line], amount: 750, checkoutId: crypto.randomUUID() })
  }
  const popular = async () => {
    await countSoldHandler(shop.context).run({})
    const { body } = await shop.get<{ cakes: Cake[] }>('/cakes/search?sort=popular')
    return body.cakes.map(({ id }) => id)
  }
  for (const id of ['c', 'b', 'b']) await sell(id)
  const { orderId } = await sell('c')
  await shop.post('/orders/cancelOrders', { email, orderId }, token)
  expect(await popular()).toEqual(['b', 'c', 'a'])
  shop.wait(91 * dayMs)
  expect(await popular()).toEqual(['a', 'b', 'c'])
})
