import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { endAll, startServer, temporaryFolder, whyNot } from './server-process.ts'

const admin = { email: 'admin@cakewala.test', password: 'Rosewater-4711' }
const publicUrl = 'https://cakes.example.in'

let data: ReturnType<typeof temporaryFolder>
let url: string
let signedIn: Record<string, string>
let picture: string
let asset: string
const metricsToken = 'a-token-of-some-length'

beforeAll(async () => {
  if (whyNot) return
  data = temporaryFolder()
  const settings = {
    PORT: await freePort(),
    DATA_DIR: data.folder,
    PUBLIC_URL: publicUrl,
    ALLOW_INSECURE: 'sandbox,readable-mails',
    ADMIN_PASSWORD: admin.password,
    REQUIRE_2FA: 'off',
    METRICS_TOKEN: metricsToken,
  }
  url = (await startServer(settings)).url
  const login = await ask('/api/v1/users/login', { body: JSON.stringify(admin) })
  const cookies = [login.headers['set-cookie']].flat().map((cookie) => cookie?.split(';')[0])
  signedIn = { cookie: cookies.join('; ') }
  const home = await ask('/products')
  picture = /\/pictures\/[0-9a-z]+\/\d+\.webp/.exec(home.text)?.[0] ?? 'no picture'
  asset = /\/assets\/[\w.-]+\.js/.exec(home.text)?.[0] ?? 'no asset'
})
afterAll(async () => {
  await endAll()
  data?.remove()
})

/** What a path answers; of a stream its beginning. */
function ask(
  path: string,
  {
    headers = {},
    body,
    method,
  }: { headers?: Record<string, string>; body?: string; method?: string } = {},
) {
  return new Promise<{
    status: number
    headers: import('node:http').IncomingHttpHeaders
    text: string
  }>((resolve, reject) => {
    const sent = request(url + path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers: given } = response
      let text = ''
      const done = () => resolve({ status, headers: given, text })
      response.setEncoding('utf8').on('data', (piece) => {
        text += piece
        if (given['content-type']?.startsWith('text/event-stream')) {
          done()
          sent.destroy()
        }
      })
      response.on('end', done).on('error', () => {})
    })
    sent.end(body)
  })
}

const common = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
}

describe.skipIf(whyNot)(whyNot ?? 'every kind of response has the headers that protect it', () => {
  it.each<[string, number, string | (() => string), Parameters<typeof ask>[1]?]>([
    ['a page', 200, '/login'],
    ['a page that is cached', 200, '/products'],
    ['a cake', 200, '/singleproduct/black-forest-cake'],
    ['data of a page', 200, '/products.data'],
    ['no page', 404, '/nothing'],
    ['no cake', 404, '/singleproduct/nothing'],
    ['a redirect', 302, '/yourorder'],
    ['the catalogue by its name', 301, '/cakes'],
    ['JSON of a search', 200, '/api/v1/cakes/search?text=rose'],
    ['JSON that is cached', 200, '/api/v1/cakes/allcakes'],
    ['the description of the API', 200, '/api/v1/openapi.json'],
    ['its page', 200, '/api/docs'],
    ['a problem', 401, '/api/v1/orders/live'],
    ['a call that does not exist', 404, '/api/v1/nothing'],
    ['wrong input', 422, '/api/v1/users/login', { body: '{}' }],
    [
      'a request from another site',
      403,
      '/api/v1/users/login',
      { body: '{}', headers: { origin: 'https://evil.example' } },
    ],
    ['a picture', 200, () => picture],
    ['no picture', 404, '/pictures/a/1.avif'],
    ['a built file', 200, () => asset],
    ['robots.txt', 200, '/robots.txt'],
    ['the icon', 200, '/favicon.svg'],
    ['metrics', 200, '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } }],
    ['the head of a page', 200, '/products', { method: 'HEAD' }],
    ['the head of a file', 200, () => asset, { method: 'HEAD' }],
    ['a change sent to a page', 405, '/products', { body: '{}' }],
    ['a body that is too large', 413, '/api/v1/users/login', { body: `"${'x'.repeat(200_000)}"` }],
    ['an address that is none', 404, '/%E0%A4%A'],
    ['health', 200, '/healthz'],
    ['readiness', 200, '/readyz'],
    ['a method that is none', 404, '/api/v1/cakes/allcakes', { method: 'PUT' }],
  ])('%s', async (_, status, path, options) => {
    const answer = await ask(typeof path === 'string' ? path : path(), options)
    expect(answer.status).toBe(status)
    expect(answer.headers).toMatchObject(common)
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    // A redirect has no body.
    const type = answer.headers['content-type'] ?? ''
    if (![301, 302].includes(status) && !/^image\/(?!svg)/.test(type))
      expect(type).toMatch(/; charset=utf-8$/i)
    const isPage = type.startsWith('text/html')
    if (isPage) {
      expect(answer.headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-/)
      expect(answer.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    }
  })

  it('304', async () => {
    for (const path of ['/products', '/api/v1/cakes/allcakes']) {
      const { headers } = await ask(path)
      const answer = await ask(path, { headers: { 'if-none-match': String(headers.etag) } })
      expect(answer.status).toBe(304)
      expect(answer.headers).toMatchObject(common)
    }
  })

  it.each([
    ['a stream', '/api/v1/orders/live', 'text/event-stream'],
    ['a file', '/api/v1/cakes/export', 'text/csv'],
    ['a page of the admin', '/admin', 'text/html'],
  ])('%s', async (_, path, type) => {
    const answer = await ask(path, { headers: signedIn })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe(`${type}; charset=utf-8`)
    expect(answer.headers).toMatchObject(common)
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(answer.headers['cache-control']).toMatch(/no-store/)
  })

  it('pages of one visitor are stored nowhere, and cookies are for this site over TLS', async () => {
    expect((await ask('/login')).headers['cache-control']).toBe('private, no-store')
    const login = await ask('/api/v1/users/login', { body: JSON.stringify(admin) })
    for (const cookie of login.headers['set-cookie'] ?? []) {
      expect(cookie).toMatch(/; Secure/)
      expect(cookie).toMatch(/; SameSite=Lax/)
    }
  })

  it('the hashes of a page are those of its scripts', async () => {
    for (const path of ['/', '/products', '/singleproduct/black-forest-cake', '/login', '/cart']) {
      const { headers, text } = await ask(path)
      expect(text).not.toContain('nonce=')
      const hashes = String(headers['content-security-policy']).match(/sha256-/g) ?? []
      expect(hashes).toHaveLength(7)
    }
  })
})
