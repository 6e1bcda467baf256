import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppContext } from '#app/context.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { type Api, createApi } from '#platform/http/api.server.ts'
import { createLimiter } from '#platform/http/limits/limiter.server.ts'
import { createLog } from '#platform/log.server.ts'
import { checkPermission, checkRecentPassword } from '#shop/accounts/require-customer.server.ts'
import { shopLimits } from '#shop/values/limits.server.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import type { Cake } from './cake.schema.ts'
import { insertCake } from './cakes.store.server.ts'
import { createPublishedCakes } from './published-cakes.server.ts'
import { serveCakes } from './read-cakes.server.ts'

let open: OpenDatabase
let api: Api

const log = createLog('silent')

beforeAll(async () => {
  open = await openTestDatabase()
  for (const id of ['c', 'a', 'b']) await insertCake(open.db, plainCake(id))
  api = createApi({
    settings: { publicUrl: 'http://localhost:3000', trustProxy: false },
    log,
    limiter: createLimiter(shopLimits),
    authenticate: async () => null,
    checkPermission,
    checkRecentPassword,
  })
  const publishedCakes = createPublishedCakes({ db: open.db, log })
  await publishedCakes.reload('everything')
  serveCakes(api, { publishedCakes } as AppContext)
})
afterAll(() => open.close())

function plainCake(id: string) {
  return {
    id,
    name: `Cake ${id}`,
    price: 700,
    earlierPrice: null,
    category: 'Chocolate',
    flavours: ['Cherry'],
    weight: ['1'],
    egg: 'Egg' as const,
    featured: false,
    stock: 5,
    description: '',
    stars: 4,
    reviews: [],
    pictures: [],
  }
}

const next = (query: string) => `</api/v1/cakes/allcakes?${query}>; rel="next"`

test.each([
  ['the whole catalogue', '/cakes/allcakes', ['a', 'b', 'c'], null],
  ['a first page', '/cakes/allcakes?limit=2', ['a', 'b'], next('limit=2&cursor=b')],
  ['the last page', '/cakes/allcakes?limit=2&cursor=b', ['c'], null],
  ['a page of the usual size', '/cakes/allcakes?cursor=a', ['b', 'c'], null],
])('%s: GET %s', async (_, path, ids, link) => {
  const response = await api.hono.request(path)
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
  const response = await api.hono.request(`/cakes/search${query}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  const found = (await response.json()) as { cakes: Cake[] }
  expect(found).toMatchObject(facts)
  expect(found.cakes.map(({ id }) => id)).toEqual(ids)
})

test('one cake: GET /cakes/b', async () => {
  const response = await api.hono.request('/cakes/b')
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ _id: 'b', id: 'b', name: 'Cake b', price: 700 })
})

test.each([
  ['no such cake', '/cakes/none', 404, 'This cake is not available.'],
  ['not an id', '/cakes/a%20b', 422, 'Not the id of a cake'],
  ['a limit of 0', '/cakes/allcakes?limit=0', 422, undefined],
  ['a limit above 100', '/cakes/allcakes?limit=101', 422, undefined],
  ['a limit that is no number', '/cakes/allcakes?limit=many', 422, undefined],
  ['a sort that is none', '/cakes/search?sort=cheap', 422, undefined],
  ['a price that is none', '/cakes/search?price=-1', 422, undefined],
  ['a page of 101', '/cakes/search?limit=101', 422, undefined],
  ['a text of 101', `/cakes/search?text=${'a'.repeat(101)}`, 422, undefined],
  ['a search from nowhere', '/cakes/search?cursor=%27', 422, 'Not the id of a cake'],
  ['a cursor that is no id', '/cakes/allcakes?cursor=%27', 422, 'Not the id of a cake'],
])('%s: GET %s sends %i', async (_, path, status, detail) => {
  const response = await api.hono.request(path)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const problem = (await response.json()) as { detail: string }
  if (detail) expect(problem.detail).toBe(detail)
})
