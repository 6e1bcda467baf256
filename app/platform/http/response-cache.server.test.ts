import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { createFinishedAnswers, type FinishedAddress } from './finished-answers.server.ts'
import { plainAnswerOf } from './plain-answer.server.ts'

const making = { atOnce: 4, waiting: 4 }
const room = (maxBytes: number) => ({ maxBytes, making })

const newAnswers = (limits = { known: room(100_000), free: room(20_000) }, ttlMs = 60_000) =>
  createFinishedAnswers(limits, ttlMs)

const at = (path: string, more: Partial<FinishedAddress> = {}): FinishedAddress => ({
  ...{ path, route: path, kind: 'known' },
  ...more,
})

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://shop.test/', { headers, method })

function page(html = '<p>Cakes</p>', init: ResponseInit = {}, tags: string[] = []) {
  let made = 0
  const make = async () => {
    made += 1
    const headers = { 'content-type': 'text/html', ...init.headers }
    const answer = await plainAnswerOf(new Response(html, { ...init, headers }))
    return { answer, tags: new Set(tags) }
  }
  return { make, made: () => made }
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server that answers at once what is finished, and 599 what is not. */
async function serveAtOnce(answers: ReturnType<typeof newAnswers>) {
  const server = createServer((incoming, outgoing) => {
    const status = answers.answerAtOnce(incoming, outgoing, at(incoming.url ?? ''), 'id-of-this')
    if (status === 0) outgoing.writeHead(599).end()
  }).listen(0, '127.0.0.1')
  closing.push(() => server.close().closeAllConnections())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const asked = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      headers,
      method,
      agent: false,
    }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: Buffer.concat(await answer.toArray()),
    }
  }
}

describe('a finished answer', () => {
  it('is made once and the same after', async () => {
    const answers = newAnswers()
    const { make, made } = page()
    const first = await answers.respond(get(), at('/'), make)
    const second = await answers.respond(get(), at('/'), make)
    expect(await first.text()).toBe('<p>Cakes</p>')
    expect(await second.text()).toBe('<p>Cakes</p>')
    expect(second.headers.get('content-type')).toBe('text/html')
    expect(made()).toBe(1)
  })

  it('is another at another address', async () => {
    const answers = newAnswers()
    await answers.respond(get(), at('/a'), page('a').make)
    expect(await (await answers.respond(get(), at('/b'), page('b').make)).text()).toBe('b')
  })

  it('comes in the best encoding that is taken', async () => {
    const answers = newAnswers()
    const { make, made } = page()
    const inEncoding = async (accepted: string) => {
      const answer = await answers.respond(get({ 'accept-encoding': accepted }), at('/'), make)
      const bytes = Buffer.from(await answer.arrayBuffer())
      return [answer.headers.get('content-encoding'), bytes] as const
    }
    const [br, brBytes] = await inEncoding('gzip, br')
    expect([br, brotliDecompressSync(brBytes).toString()]).toEqual(['br', '<p>Cakes</p>'])
    const [gzip, gzipBytes] = await inEncoding('br;q=0, GZIP;q=0.5')
    expect([gzip, gunzipSync(gzipBytes).toString()]).toEqual(['gzip', '<p>Cakes</p>'])
    for (const none of ['', 'br;q=0', 'deflate', 'br; q=0.00']) {
      const [plain, bytes] = await inEncoding(none)
      expect([plain, bytes.toString()]).toEqual([null, '<p>Cakes</p>'])
    }
    expect(made()).toBe(1)
  })

  it('of which there is no end is packed with little work in each of them', async () => {
    const answers = newAnswers()
    const { make, made } = page()
    const unpack = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
    const accepted = { zstd: 'gzip, deflate, br, zstd', br: 'gzip, br', gzip: 'gzip' }
    for (const encoding of ['zstd', 'br', 'gzip'] as const) {
      const asked = get({ 'accept-encoding': accepted[encoding] })
      const answer = await answers.respond(asked, at('/', { kind: 'free' }), make)
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(unpack[encoding](bytes).toString()).toBe('<p>Cakes</p>')
    }
    expect(made()).toBe(1)
  })

  it('is 304 to who has it, also weakly tagged and in a list', async () => {
    const answers = newAnswers()
    const { make } = page()
    const tag = (await answers.respond(get(), at('/'), make)).headers.get('etag') ?? ''
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await answers.respond(get({ 'if-none-match': sent }), at('/'), make)
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    const other = await answers.respond(get({ 'if-none-match': '"other"' }), at('/'), make)
    expect(other.status).toBe(200)
  })

  it('carries nothing of whoever asked first', async () => {
    const headers = { 'set-cookie': 'token=secret', 'x-request-id': 'of-the-first' }
    const answer = await newAnswers().respond(get(), at('/'), page('x', { headers }).make)
    expect(answer.headers.has('set-cookie')).toBe(false)
    expect(answer.headers.has('x-request-id')).toBe(false)
  })

  it('that is over is made anew by one, while the others get the old one', async () => {
    const answers = newAnswers(undefined, 0)
    const textOf = async (make: Parameters<typeof answers.respond>[2]) =>
      (await answers.respond(get(), at('/'), make)).text()
    expect(await textOf(page('old').make)).toBe('old')
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    const anew = textOf(async () => {
      await until
      return page('new').make()
    })
    expect(await textOf(page('never made').make)).toBe('old')
    goOn()
    expect(await anew).toBe('new')
  })
})

describe('at once', () => {
  it('answers what is finished, with all of its headers and the id of the request', async () => {
    const answers = newAnswers()
    const ask = await serveAtOnce(answers)
    expect((await ask('/')).status).toBe(599)
    const headers = { 'content-security-policy': "default-src 'self'", link: '</next>; rel="next"' }
    const slow = await answers.respond(get(), at('/'), page('cakes', { headers }).make)
    const { status, headers: given, body } = await ask('/')
    expect([status, body.toString()]).toEqual([200, 'cakes'])
    expect(given).toMatchObject({ ...headers, ...Object.fromEntries(slow.headers) })
    expect(given['x-request-id']).toBe('id-of-this')
  })

  it('answers in the encodings there are, 304 and HEAD', async () => {
    const answers = newAnswers()
    const ask = await serveAtOnce(answers)
    await answers.respond(get({ 'accept-encoding': 'br' }), at('/'), page().make)
    expect((await ask('/')).status).toBe(599)
    const { headers, body } = await ask('/', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(brotliDecompressSync(body).toString()).toBe('<p>Cakes</p>')
    const head = await ask('/', { 'accept-encoding': 'br' }, 'HEAD')
    expect([head.body.length, head.headers['content-length']]).toEqual([0, String(body.length)])
    const known = { 'accept-encoding': 'br', 'if-none-match': `W/${headers.etag}` }
    const unchanged = await ask('/', known)
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0])
    expect(unchanged.headers.etag).toBe(headers.etag)
  })

  it.each([10, 2_000, 40_000])('answers each byte as it is: %d characters', async (length) => {
    const answers = newAnswers({ known: room(1_000_000), free: room(1_000) })
    const ask = await serveAtOnce(answers)
    const text = 'Crème brûlée, ₹ 900 – ℞'.repeat(length).slice(0, length)
    for (const encoding of ['', 'br', 'gzip'] as const) {
      await answers.respond(get({ 'accept-encoding': encoding }), at('/'), page(text).make)
      const { headers, body } = await ask('/', { 'accept-encoding': encoding })
      expect(Number(headers['content-length'])).toBe(body.length)
      expect((unpackings.get(encoding)?.(body) ?? body).toString()).toBe(text)
    }
  })

  it('leaves what was forgotten, or is over, to others', async () => {
    const answers = newAnswers()
    const ask = await serveAtOnce(answers)
    await answers.respond(get(), at('/'), page('x', {}, ['cake:rose']).make)
    expect((await ask('/')).status).toBe(200)
    answers.forget(['cake:rose'])
    expect((await ask('/')).status).toBe(599)
    const brief = newAnswers(undefined, 0)
    await brief.respond(get(), at('/'), page().make)
    expect((await (await serveAtOnce(brief))('/')).status).toBe(599)
  })
})

describe('while it is made', () => {
  it('all who ask wait for the one', async () => {
    const answers = newAnswers()
    const { make, made } = page()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => answers.respond(get(), at('/'), make)),
    )
    const texts = await Promise.all(all.map((one) => one.text()))
    expect([new Set(texts), made()]).toEqual([new Set(['<p>Cakes</p>']), 1])
  })

  it.each([404, 500, 503])('all get its failure %i, which is not kept', async (status) => {
    const answers = newAnswers()
    const { make, made } = page('gone', { status, headers: { 'retry-after': '5' } })
    const ask = () => answers.respond(get(), at('/'), make)
    for (const answer of await Promise.all([ask(), ask(), ask()])) {
      expect([answer.status, await answer.text()]).toEqual([status, 'gone'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(answer.headers.has('etag')).toBe(false)
    }
    expect(made()).toBe(1)
    await ask()
    expect(made()).toBe(2)
  })

  it('all get what it throws, and then it is tried again', async () => {
    const answers = newAnswers()
    const failing = () => Promise.reject(new Error('no database'))
    const ask = () => answers.respond(get(), at('/'), failing)
    const outcomes = await Promise.allSettled([ask(), ask()])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await (await answers.respond(get(), at('/'), page().make)).text()).toBe('<p>Cakes</p>')
  })

  it('a change meanwhile is not missed: it is neither kept nor shared with those who ask after', async () => {
    const answers = newAnswers()
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    const ofOld = async () => {
      const made = await page('old price', {}, ['catalogue']).make()
      await until
      return made
    }
    const old = [1, 2].map(() => answers.respond(get(), at('/'), ofOld))
    answers.forget(['catalogue'])
    const fresh = await answers.respond(get(), at('/'), page('new price').make)
    goOn()
    expect(await fresh.text()).toBe('new price')
    for (const one of old) expect(await (await one).text()).toBe('old price')
    const after = await answers.respond(get(), at('/'), page('never made').make)
    expect(await after.text()).toBe('new price')
  })

  it('only so many are made and wait; more are refused, and what is finished goes on', async () => {
    const answers = newAnswers()
    await answers.respond(get(), at('/'), page('home').make)
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    let running = 0
    let most = 0
    const slowly = async () => {
      most = Math.max(most, ++running)
      await until
      running -= 1
      return page().make()
    }
    const asked = Array.from({ length: 10 }, (_, n) =>
      answers.respond(get(), at(`/?text=${n}`, { kind: 'free' }), slowly),
    )
    const settled = Promise.allSettled(asked)
    expect((await answers.respond(get(), at('/about'), page().make)).status).toBe(200)
    expect(await (await answers.respond(get(), at('/'), page().make)).text()).toBe('home')
    goOn()
    const refused = (await settled).filter(({ status }) => status === 'rejected')
    expect([most, refused.length]).toEqual([making.atOnce, 2])
    expect(refused[0]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 5 } })
  })
})

describe('what is kept', () => {
  it('is a 404 where nothing is, and no other', async () => {
    const answers = newAnswers()
    const { make, made } = page('lost', { status: 404 })
    const nothing = at('/~', { isNothing: true })
    const etag = (await answers.respond(get(), nothing, make)).headers.get('etag')
    const again = await answers.respond(get({ 'if-none-match': '*' }), nothing, make)
    expect([etag, again.status, await again.text(), made()]).toEqual([null, 404, 'lost', 1])
  })

  it('goes when it shows what has changed, and nothing else does', async () => {
    const answers = newAnswers()
    const rose = page('rose', {}, ['cake:rose', 'catalogue'])
    const mango = page('mango', {}, ['cake:mango'])
    const askBoth = async () => {
      await answers.respond(get(), at('/rose'), rose.make)
      await answers.respond(get(), at('/mango', { kind: 'free' }), mango.make)
      return [rose.made(), mango.made()]
    }
    await askBoth()
    answers.forget(['cake:rose', 'cake:lemon'])
    expect(await askBoth()).toEqual([2, 1])
    answers.forget('everything')
    expect(await askBoth()).toEqual([3, 2])
  })

  it('is not pushed out by what visitors think of', async () => {
    const answers = newAnswers()
    const { make, made } = page('home')
    await answers.respond(get(), at('/'), make)
    for (let n = 0; n < 50; n++) {
      await answers.respond(
        get(),
        at(`/?text=${n}`, { kind: 'free' }),
        page('x'.repeat(2_000)).make,
      )
    }
    await answers.respond(get(), at('/'), make)
    expect(made()).toBe(1)
  })

  it('is never more than there is room for, and never what was forgotten', async () => {
    const tag = fc.constantFrom('a', 'b', 'c')
    const ask = fc.record({
      path: fc.constantFrom('/1', '/2', '/3', '/4', '/5'),
      kind: fc.constantFrom('known' as const, 'free' as const),
      encoding: fc.constantFrom('br', 'gzip', ''),
      bytes: fc.integer({ min: 0, max: 12_000 }),
      tags: fc.uniqueArray(tag),
    })
    const forgotten = fc.oneof(fc.uniqueArray(tag), fc.constant('everything' as const))
    const step = fc.oneof({ weight: 3, arbitrary: ask }, forgotten)
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const answers = newAnswers({ known: room(30_000), free: room(10_000) })
        const changesOf = new Map([...'abc'].map((name) => [name, 0]))
        const asked: Promise<void>[] = []
        for (const one of steps) {
          if (one === 'everything' || Array.isArray(one)) {
            const names = one === 'everything' ? [...changesOf.keys()] : one
            for (const name of names) changesOf.set(name, (changesOf.get(name) ?? 0) + 1)
            answers.forget(one)
            continue
          }
          const { path, kind, encoding, bytes, tags } = one
          const now = () => JSON.stringify(tags.map((name) => [name, changesOf.get(name)]))
          const address = at(`${path}?${kind}${tags.sort()}`, { kind })
          const begun = now()
          const answering = answers.respond(
            get({ 'accept-encoding': encoding }),
            address,
            async () => {
              const state = now()
              await Promise.resolve()
              return page(`${state} ${'x'.repeat(bytes)}`, {}, tags).make()
            },
          )
          asked.push(
            answering.then(async (answer) => {
              const packed = Buffer.from(await answer.arrayBuffer())
              const unpack = unpackings.get(encoding)
              const state = (unpack?.(packed) ?? packed).toString().split(' ')[0] ?? ''
              expect(JSON.parse(state).every(isSince(JSON.parse(begun)))).toBe(true)
            }),
          )
          if (asked.length % 3 === 0) await Promise.all(asked)
          expect(answers.size()).toBeLessThanOrEqual(40_000)
        }
        await Promise.all(asked)
        expect(answers.size()).toBeLessThanOrEqual(40_000)
      }),
      { numRuns: 60 },
    )
  })
})

const unpackings = new Map([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
])

type State = [tag: string, changes: number]

/** Whether a state is not older than that of the moment a request began. */
function isSince(begun: State[]) {
  return ([name, changes]: State) =>
    changes >= (begun.find(([other]) => other === name)?.[1] ?? Number.NaN)
}
