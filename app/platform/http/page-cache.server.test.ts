import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createPageCache } from './page-cache.server.ts'

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://shop.test/', { headers, method })

function page(html = '<p>Cakes</p>', init: ResponseInit = {}, tags: string[] = []) {
  let renders = 0
  const render = async () => {
    renders += 1
    const response = new Response(html, {
      ...init,
      headers: { 'content-type': 'text/html', ...init.headers },
    })
    return { response, tags: new Set(tags) }
  }
  return { render, renders: () => renders }
}

const newCache = () => createPageCache({ maxBytes: 100_000, ttlMs: 60_000 })

describe('page cache', () => {
  it('renders once and answers the same bytes after', async () => {
    const cache = newCache()
    const { render, renders } = page()
    const first = await cache.respond(get(), '/', render)
    const second = await cache.respond(get(), '/', render)
    expect(await first.text()).toBe('<p>Cakes</p>')
    expect(await second.text()).toBe('<p>Cakes</p>')
    expect(second.headers.get('content-type')).toBe('text/html')
    expect(renders()).toBe(1)
  })

  it('renders once for many who ask at the same time', async () => {
    const cache = newCache()
    const { render, renders } = page()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => cache.respond(get(), '/', render)),
    )
    expect(new Set(await Promise.all(all.map((one) => one.text())))).toEqual(
      new Set(['<p>Cakes</p>']),
    )
    expect(renders()).toBe(1)
  })

  it('keeps pages of different keys apart', async () => {
    const cache = newCache()
    await cache.respond(get(), '/a', page('a').render)
    const b = await cache.respond(get(), '/b', page('b').render)
    expect(await b.text()).toBe('b')
  })

  it('answers compressed to those who take it', async () => {
    const cache = newCache()
    const { render } = page()
    const answer = await cache.respond(get({ 'accept-encoding': 'gzip, br' }), '/', render)
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()).toBe(
      '<p>Cakes</p>',
    )
    const plain = await cache.respond(get({ 'accept-encoding': 'br;q=0' }), '/', render)
    expect(plain.headers.get('content-encoding')).toBeNull()
  })

  it('answers 304 to who has it, also weakly tagged and in a list', async () => {
    const cache = newCache()
    const { render } = page()
    const tag = (await cache.respond(get(), '/', render)).headers.get('etag') ?? ''
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const again = await cache.respond(get({ 'if-none-match': sent }), '/', render)
      expect(again.status).toBe(304)
      expect(await again.text()).toBe('')
    }
    const other = await cache.respond(get({ 'if-none-match': '"other"' }), '/', render)
    expect(other.status).toBe(200)
  })

  it('answers HEAD without a body', async () => {
    const answer = await newCache().respond(get({}, 'HEAD'), '/', page().render)
    expect(answer.headers.get('content-length')).toBe('12')
    expect(await answer.text()).toBe('')
  })

  it.each([
    ['a missing page', { status: 404 }],
    ['a failure', { status: 500 }],
    ['a page that sets a cookie', { headers: { 'set-cookie': 'token=secret' } }],
  ])('does not keep %s', async (_, init) => {
    const cache = newCache()
    const { render, renders } = page('gone', init)
    const answers = await Promise.all([
      cache.respond(get(), '/', render),
      cache.respond(get(), '/', render),
    ])
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['gone', 'gone'])
    await cache.respond(get(), '/', render)
    expect(renders()).toBe(3)
  })

  it('recovers from a render that throws', async () => {
    const cache = newCache()
    const failing = () => Promise.reject(new Error('no database'))
    await expect(cache.respond(get(), '/', failing)).rejects.toThrow('no database')
    const answer = await cache.respond(get(), '/', page().render)
    expect(await answer.text()).toBe('<p>Cakes</p>')
  })

  it('lets the least used go when it is full', async () => {
    const cache = createPageCache({ maxBytes: 2_000, ttlMs: 60_000 })
    const { render, renders } = page('x'.repeat(1_200))
    await cache.respond(get(), '/a', render)
    await cache.respond(get(), '/b', render)
    await cache.respond(get(), '/a', render)
    expect(renders()).toBe(3)
  })

  it('forgets the pages that show what has changed, and no others', async () => {
    const cache = newCache()
    const rose = page('rose', {}, ['cake:rose', 'catalogue'])
    const mango = page('mango', {}, ['cake:mango'])
    await cache.respond(get(), '/rose', rose.render)
    await cache.respond(get(), '/mango', mango.render)
    cache.forget(['cake:rose', 'cake:lemon'])
    await cache.respond(get(), '/rose', rose.render)
    await cache.respond(get(), '/mango', mango.render)
    expect([rose.renders(), mango.renders()]).toEqual([2, 1])
  })

  it('forgets everything when told so', async () => {
    const cache = newCache()
    const { render, renders } = page('rose', {}, ['cake:rose'])
    await cache.respond(get(), '/rose', render)
    cache.forget('everything')
    await cache.respond(get(), '/rose', render)
    expect(renders()).toBe(2)
  })

  it('neither keeps nor shares a page that was being rendered when something changed', async () => {
    const cache = newCache()
    const { promise: until, resolve: goOn } = Promise.withResolvers<void>()
    const old = cache.respond(get(), '/', async () => {
      const rendered = await page('old price', {}, ['catalogue']).render()
      await until
      return rendered
    })
    cache.forget(['catalogue'])
    const fresh = await cache.respond(get(), '/', page('new price', {}, ['catalogue']).render)
    goOn()
    expect(await fresh.text()).toBe('new price')
    expect(await (await old).text()).toBe('old price')
    const after = await cache.respond(get(), '/', page('never rendered').render)
    expect(await after.text()).toBe('new price')
  })
})
