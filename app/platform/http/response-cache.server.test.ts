import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  acceptedEncoding,
  type CacheKey,
  createResponseCache,
  decodeResponse,
  type Encoding,
  type ResponseData,
  sendEncoded,
} from './response-cache.server.ts'

const creating = { running: 4, waiting: 4 }

const newCache = (maxBytes = 100_000) =>
  createResponseCache({
    maxBytes,
    maxAgeMs: 60_000,
    creating: { bounded: creating, unbounded: creating },
  })

const keyOf = (url: string, more: Partial<CacheKey> = {}): CacheKey => ({
  url,
  isBounded: true,
  ...more,
})

interface PageOptions {
  status?: number
  headers?: Record<string, string>
}

/** A page that counts how often it is rendered. */
function page(text = '<p>Cakes</p>', { status = 200, headers = {} }: PageOptions = {}) {
  let renders = 0
  const all = Object.entries({ 'content-type': 'text/html', ...headers })
  const create = async (): Promise<ResponseData> => {
    renders += 1
    return { status, headers: all, body: Buffer.from(text) }
  }
  return { create, renders: () => renders }
}

type Cache = ReturnType<typeof newCache>

/** The text of a response, from the cache or created now. */
async function textOf(
  cache: Cache,
  key: CacheKey,
  create: () => Promise<ResponseData>,
  encoding: Encoding = 'identity',
) {
  const response = cache.get(key, encoding) ?? (await cache.load(key, encoding, create))
  return (await decodeResponse(response)).body.toString()
}

const closing: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) close()
})

/** A server of one page, and what a client gets of it. */
async function serve(create: () => Promise<ResponseData>) {
  const cache = newCache(1_000_000)
  const server = createServer(async (incoming, outgoing) => {
    const encoding = acceptedEncoding(incoming.headers['accept-encoding'])
    const key = keyOf(incoming.url ?? '')
    const response = cache.get(key, encoding) ?? (await cache.load(key, encoding, create))
    sendEncoded(incoming, outgoing, response, 'id-of-this')
  }).listen(0, '127.0.0.1')
  closing.push(() => server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return async (headers: Record<string, string> = {}, method = 'GET') => {
    const options = { host: '127.0.0.1', port, headers, method, agent: false }
    const [response] = (await once(httpRequest(options).end(), 'response')) as [IncomingMessage]
    const body = Buffer.concat(await response.toArray())
    return { status: response.statusCode, headers: response.headers, body }
  }
}

describe('a public response', () => {
  it('is sent in the best encoding that is accepted, and created once for all of them', async () => {
    const { create, renders } = page()
    const get = await serve(create)
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['br;q=0, GZIP;q=0.5', 'gzip'],
    ] as const) {
      const { headers, body } = await get({ 'accept-encoding': accepted })
      expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
      expect(unpack[encoding](body).toString()).toBe('<p>Cakes</p>')
    }
    for (const none of ['', 'br;q=0', 'deflate', 'br; q=0.00']) {
      const { headers, body } = await get({ 'accept-encoding': none })
      expect([headers['content-encoding'], body.toString()]).toEqual([undefined, '<p>Cakes</p>'])
    }
    expect(renders()).toBe(1)
  })

  it('of an unbounded key comes in each encoding, too', async () => {
    const cache = newCache()
    const { create, renders } = page()
    for (const encoding of ['br', 'gzip', 'identity'] as const) {
      const key = keyOf('/', { isBounded: false })
      expect(await textOf(cache, key, create, encoding)).toBe('<p>Cakes</p>')
      expect(cache.get(key, encoding)?.encoding).toBe(encoding)
    }
    expect(renders()).toBe(1)
  })

  it('has its own headers and the id of each request, and nothing of the first visitor', async () => {
    const own = { 'content-security-policy': "default-src 'self'", link: '</next>; rel="next"' }
    const first = { 'set-cookie': 'token=secret', 'x-request-id': 'of-the-first' }
    const get = await serve(page('x', { headers: { ...own, ...first } }).create)
    const { headers } = await get()
    expect(headers).toMatchObject({ ...own, 'x-request-id': 'id-of-this' })
    expect(headers['set-cookie']).toBeUndefined()
  })

  it.each([10, 2_000, 40_000])('arrives byte for byte: %d characters', async (length) => {
    const text = 'Crème brûlée, ₹ 900 – ℞'.repeat(length).slice(0, length)
    const get = await serve(page(text).create)
    for (const encoding of ['', 'br', 'gzip']) {
      for (const _ of ['created', 'cached']) {
        const { headers, body } = await get({ 'accept-encoding': encoding })
        expect(Number(headers['content-length'])).toBe(body.length)
        expect((unpackings.get(encoding)?.(body) ?? body).toString()).toBe(text)
      }
    }
  })
})

describe('headers of more than 1 KB', () => {
  const long = (start: string, length: number) => start.padEnd(length - 1).concat('b')

  it('are treated as absent: no time is spent on them', async () => {
    expect(acceptedEncoding(long('br, a', 1024))).toBe('br')
    expect(acceptedEncoding(long('br, a', 1025))).toBe('identity')
    expect(acceptedEncoding(long('a', 15_002))).toBe('identity')
  })

  it('are no reason for 304', async () => {
    const get = await serve(page().create)
    const { etag = '' } = (await get()).headers
    const lists = [`${etag},`.padEnd(1024, '"'), `${etag},`.padEnd(1025, '"')]
    const statuses = await Promise.all(
      lists.map(async (sent) => (await get({ 'if-none-match': sent })).status),
    )
    expect(statuses).toEqual([304, 200])
  })
})

describe('while it is created', () => {
  it.each([404, 500, 503])('all get its failure %i, which is not stored', async (status) => {
    const cache = newCache()
    const { create, renders } = page('gone', { status, headers: { 'retry-after': '5' } })
    const load = () => cache.load(keyOf('/'), 'identity', create)
    for (const response of await Promise.all([load(), load(), load()])) {
      expect([response.status, String(response.body)]).toEqual([status, 'gone'])
      const { head } = response
      expect(head).toEqual(
        expect.arrayContaining(['cache-control', 'no-store', 'retry-after', '5']),
      )
      expect(head).not.toContain('etag')
    }
    expect([renders(), cache.has(keyOf('/'))]).toEqual([1, false])
    await load()
    expect(renders()).toBe(2)
  })

  it('all get what it throws, and then it is tried again', async () => {
    const cache = newCache()
    const load = () => textOf(cache, keyOf('/'), () => Promise.reject(new Error('no database')))
    const outcomes = await Promise.allSettled([load(), load()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await textOf(cache, keyOf('/'), page().create)).toBe('<p>Cakes</p>')
  })

  it('a change meanwhile is not missed: a request after it gets the new response, now and later', async () => {
    const cache = newCache()
    const { promise: untilReleased, resolve: release } = Promise.withResolvers<void>()
    const createOld = async () => {
      const old = await page('old price').create()
      await untilReleased
      return old
    }
    const old = [1, 2].map(() => textOf(cache, keyOf('/'), createOld))
    cache.clear()
    const fresh = await textOf(cache, keyOf('/'), page('new price').create)
    release()
    expect(fresh).toBe('new price')
    expect(await Promise.all(old)).toEqual(['old price', 'old price'])
    expect(await textOf(cache, keyOf('/'), page('never created').create)).toBe('new price')
  })

  it('only so many run and wait; more are rejected, and cached and bounded ones go on', async () => {
    const cache = newCache()
    await textOf(cache, keyOf('/'), page('home').create)
    const { promise: untilReleased, resolve: release } = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const createSlowly = async () => {
      most = Math.max(most, ++running)
      await untilReleased
      running -= 1
      return page().create()
    }
    const requests = Array.from({ length: 10 }, (_, n) =>
      textOf(cache, keyOf(`/?text=${n}`, { isBounded: false }), createSlowly),
    )
    const settled = Promise.allSettled(requests)
    expect(await textOf(cache, keyOf('/about'), page('about').create)).toBe('about')
    expect(await textOf(cache, keyOf('/'), page().create)).toBe('home')
    release()
    const rejected = (await settled).filter(({ status }) => status === 'rejected')
    expect([most, rejected.length]).toEqual([creating.running, 2])
    expect(rejected[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 5 } })
  })
})

describe('what is stored', () => {
  it('goes after some time, whatever happens', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const now = vi.spyOn(performance, 'now')
    const cache = newCache()
    const { create, renders } = page()
    const rendersAt = async (ms: number) => {
      now.mockReturnValue(ms)
      vi.advanceTimersByTime(1_000)
      await textOf(cache, keyOf('/'), create)
      return renders()
    }
    expect([await rendersAt(1), await rendersAt(59_000), await rendersAt(61_000)]).toEqual([
      1, 1, 2,
    ])
  })

  it('is not pushed out by what visitors think of, as long as it is asked for', async () => {
    const cache = newCache()
    const { create, renders } = page('home')
    for (let n = 0; n < 100; n++) {
      const key = keyOf(`/?text=${n}`, { isBounded: false })
      await textOf(cache, key, page('x'.repeat(2_000)).create)
      if (n % 10 === 0) await textOf(cache, keyOf('/'), create)
    }
    expect(renders()).toBe(1)
  })

  it('is never more than there is room for, and never out of date', async () => {
    const request = fc.record({
      path: fc.constantFrom('/1', '/2', '/3', '/4', '/5'),
      isBounded: fc.boolean(),
      encoding: fc.constantFrom('br' as const, 'gzip' as const, 'identity' as const),
      bytes: fc.integer({ min: 0, max: 12_000 }),
    })
    const step = fc.oneof({ weight: 3, arbitrary: request }, fc.constant('a change' as const))
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const cache = newCache(40_000)
        let changes = 0
        const loads: Promise<void>[] = []
        for (const one of steps) {
          if (one === 'a change') {
            changes += 1
            cache.clear()
            continue
          }
          const { path, isBounded, encoding, bytes } = one
          const key = keyOf(`${path}?${isBounded}`, { isBounded })
          const before = changes
          const create = async () => {
            const state = changes
            await Promise.resolve()
            return page(`${state} ${'x'.repeat(bytes)}`).create()
          }
          const load = textOf(cache, key, create, encoding)
          loads.push(
            load.then((text) => expect(Number(text.split(' ')[0])).toBeGreaterThanOrEqual(before)),
          )
          if (loads.length % 3 === 0) await Promise.all(loads)
          expect(cache.size()).toBeLessThanOrEqual(40_000)
        }
        await Promise.all(loads)
        expect(cache.size()).toBeLessThanOrEqual(40_000)
      }),
      { numRuns: 60 },
    )
  })
})

const unpackings = new Map([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])
