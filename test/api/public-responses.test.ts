import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#app/config/config.server.ts'
import { AppError } from '#platform/app-error.ts'
import { createCacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import type { ResponseCache } from '#platform/http/response-cache.server.ts'
import { createObservability } from '#platform/observability/observability.server.ts'
import type { WebServer } from '#platform/process/web-server.server.ts'
import { fewPages } from '../support/few-pages.ts'
import { createTestCache, listen } from '../support/listening-shop.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'
import type { OpenApi } from './open-api.ts'

const lists = '/api/v1/cakes/allcakes'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

let shop: TestShop
let adminToken: string
let web: WebServer
let pages: ReturnType<typeof fewPages>
let cache: ResponseCache
let metrics: () => Promise<string>
/** Called for each request that does not come from the cache. */
const worked = vi.fn()

beforeAll(async () => {
  shop = await openTestShop()
  adminToken = (await shop.admin()).token
  pages = fewPages()
  const observability = createObservability({ log: shop.context.log })
  const { middleware } = observability
  observability.middleware = () => {
    const observe = middleware()
    return (c, next) => {
      worked()
      return observe(c, next)
    }
  }
  metrics = () => observability.metrics.registry.metrics()
  cache = createTestCache()
  const { load } = cache
  cache.load = (key, encoding, create) =>
    load(key, encoding, () => {
      worked()
      return create()
    })
  const cacheInvalidation = createCacheInvalidation(
    async () => {},
    async (changed) => {
      await shop.context.publishedCakes.reload(changed)
      cache.clear()
    },
  )
  web = await listen(shop, {
    context: { ...shop.context, cacheInvalidation },
    config: readConfig({ NODE_ENV: 'test' }),
    observability,
    responseCache: cache,
    pageBuild: () => pages.build(),
  })
  for (const id of ['rose', 'lime']) {
    await shop.addCake({ id, name: id, category: id, flavours: [id] })
  }
})
afterAll(async () => {
  await web.close()
  await shop.close()
})
beforeEach(() => {
  cache.clear()
  pages.renders.length = 0
  worked.mockClear()
})

async function ask(
  path: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
  body = '',
): Promise<Answer> {
  const { port } = web.server.address() as AddressInfo
  const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode: status = 0, headers: given } = answer
  return { status, headers: given, body: Buffer.concat(await answer.toArray()) }
}

async function edit(id: string, changes: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${adminToken}` }
  const body = JSON.stringify({ id, ...changes })
  const { status } = await ask('/api/v1/cakes/editcake', { method: 'POST', ...headers }, body)
  expect(status).toBe(200)
}

const withoutId = ({ 'x-request-id': _id, date: _date, ...headers }: IncomingHttpHeaders) => headers

describe.each([
  '/',
  '/products',
  '/singleproduct/rose',
  lists,
  `${lists}?limit=1`,
  '/api/v1/cakes/rose',
])('%s', (path) => {
  it('is made once, then answered at once: the same bytes and headers', async () => {
    const first = await ask(path, { 'accept-encoding': 'br' })
    const second = await ask(path, { 'accept-encoding': 'br' })
    expect(worked).toHaveBeenCalledTimes(1)
    expect(second.status).toBe(200)
    expect(second.body.equals(first.body)).toBe(true)
    expect(withoutId(second.headers)).toEqual(withoutId(first.headers))
    expect(second.headers).toMatchObject({
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=0, must-revalidate',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const plain = await ask(path)
    expect(brotliDecompressSync(first.body).equals(plain.body)).toBe(true)
  })

  it('is 304 to who has it, and a head to who asks for that', async () => {
    const { headers, body } = await ask(path)
    const etag = String(headers.etag)
    const unchanged = await ask(path, { 'if-none-match': etag, 'x-request-id': 'mine-1234' })
    expect([unchanged.status, unchanged.headers.etag]).toEqual([304, etag])
    expect(unchanged.headers['x-request-id']).toBe('mine-1234')
    const head = await ask(path, { method: 'HEAD' })
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(String(body.length))
    expect(worked).toHaveBeenCalledTimes(1)
  })

  it('is one, whatever junk, host and cookies the request has', async () => {
    const first = await ask(path)
    const prefix = path.includes('?') ? `${path}&` : `${path}?`
    for (const junk of ['utm_source=1', 'utm_source=2', 'a[]=%00', '%E0%A4%A=1', '__proto__=x']) {
      const visitor = { host: 'evil.example', cookie: `token=${adminToken}` }
      const again = await ask(`${prefix}${junk}`, visitor)
      expect(again.body.equals(first.body)).toBe(true)
    }
    expect(worked).toHaveBeenCalledTimes(1)
  })

  it('is made once for many who ask at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => ask(path)))
    expect(new Set(all.map(({ body }) => body.toString())).size).toBe(1)
    expect(pages.renders.length).toBe(path.startsWith('/api') ? 0 : 1)
  })
})

describe('a change of a cake', () => {
  const shown = ['/singleproduct/rose', '/api/v1/cakes/rose', lists, `${lists}?cursor=lime`]

  it('is seen at once wherever it shows', async () => {
    for (const path of shown) await ask(path)
    worked.mockClear()
    await edit('rose', { description: `Of ${crypto.randomUUID()}` })
    const { description } = JSON.parse((await ask('/api/v1/cakes/rose')).body.toString())
    for (const path of shown) expect((await ask(path)).body.toString(), path).toContain(description)
    // And the change itself.
    expect(worked).toHaveBeenCalledTimes(1 + shown.length)
  })
})

describe('a read of the catalogue', () => {
  const read = (path: string, headers = {}) => ask(`/api/v1/cakes/${path}`, headers)

  it('is refused as any other call, with the headers of every answer', async () => {
    const none = await read('no-such-cake', { 'x-request-id': 'mine-1234' })
    expect(none.status).toBe(404)
    expect(none.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'mine-1234',
    })
    expect(JSON.parse(none.body.toString())).toMatchObject({
      detail: 'This cake is not available.',
    })
    expect((await read('no-such-cake', { method: 'HEAD' })).body.length).toBe(0)
    expect((await read('search?text=a%00b')).status).toBe(422)
    expect((await read('allcakes?limit=0')).status).toBe(422)
    expect((await read('allcakes?limit=1&limit=2')).status).toBe(422)
    expect((await read('search?text=rose&text=lime')).status).toBe(422)
  })

  it('that fails is answered, and not kept', async () => {
    const current = vi.spyOn(shop.context.publishedCakes, 'current')
    current.mockImplementationOnce(() => {
      throw new Error('secret of the database')
    })
    const failed = await read('search?text=rose')
    expect([failed.status, failed.body.includes('secret of the database')]).toEqual([500, false])
    expect((await read('search?text=rose')).status).toBe(200)
  })

  it('tells where the next page is', async () => {
    const next = '</api/v1/cakes/allcakes?limit=1&cursor=lime>; rel="next"'
    expect((await read('allcakes?limit=1')).headers.link).toBe(next)
    expect((await read('allcakes?limit=1')).headers.link).toBe(next)
  })
})

describe('addresses that lead nowhere', () => {
  it('have one answer of each kind, rendered once', async () => {
    const nowhere = [
      '/junk',
      '/junk/2',
      '/index.php?x=1',
      '/~',
      '/%70roducts',
      '//products',
      '/%E0%A4%A',
      '/login/%00',
      '/api/junk',
    ]
    const noCakes = [
      '/singleproduct/junk',
      '/singleproduct/%00',
      '/SingleProduct/ROSEE/',
      '/singleproduct/~',
    ]
    for (const kind of [nowhere, noCakes]) {
      const answers: Answer[] = []
      for (const path of kind) answers.push(await ask(path, { 'accept-encoding': 'gzip' }))
      expect(new Set(answers.map(({ body }) => body.toString('base64'))).size).toBe(1)
      for (const { status, headers } of answers) {
        expect([status, headers['cache-control'], headers.etag]).toEqual([
          404,
          'no-store',
          undefined,
        ])
        expect(headers['content-security-policy']).toContain("default-src 'self'")
      }
    }
    expect(pages.renders).toEqual(['nothing', '/singleproduct/~'])
    await ask('/occasions/birthday')
    await ask('/occasions/wedding')
    expect(pages.renders).toHaveLength(3)
  })

  it('are no longer that once a cake is there', async () => {
    expect((await ask('/singleproduct/new-one')).status).toBe(404)
    await shop.addCake({ id: 'new-one' })
    expect((await ask('/singleproduct/new-one')).status).toBe(200)
  })

  it('of the API are refused each for itself', async () => {
    const answer = await ask('/api/v1/cakes/junk')
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect([answer.status, JSON.parse(answer.body.toString()).title]).toEqual([404, 'Not found'])
    expect((await ask(`${lists}?limit=1000`)).status).toBe(422)
  })
})

it('NUL in a search is no text', async () => {
  const { status, body } = await ask('/products')
  const withNul = await ask('/products?text=%00')
  expect([withNul.status, withNul.body.equals(body), status]).toEqual([200, true, 200])
  expect((await ask('/login?next=%00')).status).toBe(200)
  expect(pages.renders).toEqual(['/products', '/login?next='])
})

it('a header of unusual length is treated as absent', async () => {
  const { status, headers } = await ask('/', { 'accept-encoding': `br, a${' '.repeat(12_000)}b` })
  expect([status, headers['content-encoding']]).toEqual([200, undefined])
})

it('a small response of a call is sent as it is, a large one compressed', async () => {
  const asAdmin = { 'accept-encoding': 'gzip', authorization: `Bearer ${adminToken}` }
  for (const [path, status] of [
    ['users/allusers', 200],
    ['users/none', 404],
  ]) {
    const small = await ask(`/api/v1/${path}`, asAdmin)
    expect(small.status).toBe(status)
    expect(small.headers['content-encoding']).toBeUndefined()
    expect(small.headers['content-length']).toBe(String(small.body.length))
  }
  const large = await ask('/api/v1/openapi.json', { 'accept-encoding': 'gzip' })
  expect(large.headers['content-encoding']).toBe('gzip')
})

it('the page of the API has its files and no others', async () => {
  expect((await ask('/api/docs/swagger-ui.css')).status).toBe(200)
  for (const file of ['constructor', '__proto__', 'package.json']) {
    expect((await ask(`/api/docs/${file}`)).status).toBe(404)
  }
})

it('a body that is nested deeply is malformed', async () => {
  const nested = `${'['.repeat(49_000)}${']'.repeat(49_000)}`
  const body = `{"email":"asha@example.in","password":"asha-password","more":${nested}}`
  const headers = { 'content-type': 'application/json' }
  const { status } = await ask('/api/v1/users/login', { method: 'POST', ...headers }, body)
  expect(status).toBe(400)
})

it.each([
  ['in chunks', 'transfer-encoding: chunked', '2\r\n{}\r\n0\r\n\r\n', '422'],
  ['with nothing in it, not even a length', 'x-empty: yes', '', '400'],
])('a body %s is read', async (_, header, body, status) => {
  const { port } = web.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (text) => {
    received += text
  })
  const type = 'content-type: application/json'
  socket.write(
    `POST /api/v1/users/login HTTP/1.1\r\nhost: shop.test\r\n${type}\r\n${header}\r\n\r\n${body}`,
  )
  await vi.waitFor(() => expect(received).toMatch(/^HTTP\/1\.1 \d/))
  expect(received.split(' ')[1]).toBe(status)
  socket.destroy()
})

it.each(['POST', 'PUT', 'DELETE', 'TRACE', 'PROPFIND'])(
  'a page has no answer to %s',
  async (method) => {
    const { status, headers } = await ask('/cart?a=%00', { method, origin: 'null' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD'])
  },
)

describe('a body that is too large', () => {
  const piece = 'x'.repeat(64 * 1024)
  const chunk = `${piece.length.toString(16)}\r\n${piece}\r\n`
  const upload = 'content-type: multipart/form-data; boundary=b'

  it.each([
    [
      'says its length',
      'content-type: application/json',
      `content-length: ${40 * piece.length}`,
      piece,
      '',
    ],
    [
      'comes in chunks',
      'content-type: application/json',
      'transfer-encoding: chunked',
      chunk,
      '0\r\n\r\n',
    ],
    ['is another kind', upload, 'transfer-encoding: chunked', chunk, '0\r\n\r\n'],
  ])('and %s leaves the connection open: its sender can read the response', async (...given) => {
    const [, type, length, part, end] = given
    const { port } = web.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.setEncoding('utf8').on('data', (text) => {
      received += text
    })
    const head = `POST /api/v1/users/login HTTP/1.1\r\nhost: shop.test\r\n${type}\r\n${length}\r\n\r\n`
    socket.write(head)
    for (let n = 0; n < 2; n++) socket.write(part)
    await vi.waitFor(() => expect(received).toMatch(/^HTTP\/1.1 41[35] /))
    for (let n = 2; n < 40; n++) socket.write(part)
    socket.write(`${end}GET /healthz HTTP/1.1\r\nhost: shop.test\r\n\r\n`)
    await vi.waitFor(() => expect(received).toContain('{"status":"alive"}'))
    socket.destroy()
  })
})

it('a page that cannot be made now says so, and when to come back', async () => {
  const tooMuch = new AppError('unavailable', 'Very much to do.', { retryAfterSeconds: 5 })
  vi.spyOn(pages, 'build').mockRejectedValueOnce(tooMuch)
  const { status, headers, body } = await ask('/products')
  expect([status, body.toString()]).toEqual([503, 'Very much to do.'])
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'retry-after': '5',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect((await ask('/products')).status).toBe(200)
})

it('a page of a visitor’s own is rendered each time', async () => {
  await ask('/login')
  const { headers } = await ask('/login')
  expect(headers['cache-control']).toBe('private, no-store')
  expect(pages.renders).toEqual(['/login', '/login'])
})

it('a page may be stricter than the rest', async () => {
  const policyOf = async (path: string) => (await ask(path)).headers['referrer-policy']
  expect(await policyOf('/quote')).toBe('no-referrer')
  expect(await policyOf('/login')).toBe('strict-origin-when-cross-origin')
  expect(await policyOf('/products')).toBe('strict-origin-when-cross-origin')
})

it.each([
  ['/track/abc.def)', '/track/abc.def'],
  ['/track/abc.def/pay%E2%80%8B', '/track/abc.def/pay'],
  ['/quote?amp;token=3Dabc.def.', '/quote?token=3Dabc.def'],
])('the link %s leads to what it means', async (address, mended) => {
  const { status, headers } = await ask(address)
  expect([status, headers.location]).toEqual([302, mended])
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(pages.renders).toEqual([])
})

it('of calls only those that read the catalogue are answered for everybody', async () => {
  const { paths }: OpenApi = JSON.parse((await ask('/api/v1/openapi.json')).body.toString())
  const calls = Object.keys(paths).filter((path) => paths[path]?.get)
  const forEverybody: string[] = []
  for (const path of calls) {
    const url = `/api/v1${path.replace(/\{\w+\}/g, 'rose')}`
    await ask(url, { authorization: `Bearer ${adminToken}` })
    worked.mockClear()
    const { status } = path.includes('live') ? { status: 0 } : await ask(url)
    if (status === 200 && worked.mock.calls.length === 0) forEverybody.push(path)
  }
  expect(forEverybody.sort()).toEqual(['/cakes/allcakes', '/cakes/search', '/cakes/{id}'])
})

it('an operator sees them counted by route, and whether they were finished', async () => {
  await ask('/singleproduct/rose')
  for (let n = 0; n < 3; n++) await ask(`/singleproduct/rose?n=${n}`)
  const text = await metrics()
  const count = (line: RegExp) => Number(line.exec(text)?.[1])
  expect(count(/page_cache_requests_total\{outcome="hit"\} (\d+)/)).toBeGreaterThanOrEqual(3)
  expect(
    count(/_count\{method="GET",route="\/singleproduct\/:id",status="200"\} (\d+)/),
  ).toBeGreaterThanOrEqual(4)
})
