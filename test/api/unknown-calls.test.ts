import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestShop, type TestShop } from '../support/test-shop.ts'

let shop: TestShop
/** The API where the server has it: before the pages, which answer whatever is left. */
let server: Hono

beforeAll(async () => {
  shop = await openTestShop()
  server = new Hono().route('/api/v1', shop.api).all('*', (c) => c.html('a page'))
})
afterAll(() => shop.close())

it.each([
  ['GET', '/api/v1/nothing'],
  ['PUT', '/api/v1/users/login'],
  ['GET', '/api/v1/users/login'],
])('%s %s is refused by the API and not answered by a page', async (method, path) => {
  const answer = await server.request(path, { method })
  expect(answer.status).toBe(404)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(await answer.json()).toMatchObject({ detail: 'This call does not exist.' })
})
