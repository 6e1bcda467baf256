import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { createLog, withCallContext } from '../log.server.ts'
import { serveHealth, serveMetrics } from './metrics.server.ts'
import { createObservability } from './observability.server.ts'

/** A little shop that is watched, and what it wrote to its log. */
function openWatched() {
  const lines: Record<string, unknown>[] = []
  const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) })
  const observability = createObservability({ log })
  const shop = new Hono()
    .use(observability.middleware())
    .get('/cakes/:id', (c) => {
      log.info({}, 'a use case')
      return c.text('a cake')
    })
    .get('/pictures/:id{[0-9a-z]+}/:file', (c) => c.text('a picture'))
    .get('/broken', () => {
      throw new Error('a bug')
    })
    .onError((_, c) => c.text('sorry', 500))
  const numbers = () => observability.metrics.registry.metrics()
  return { shop, observability, lines, numbers }
}

describe('a request', () => {
  it('has one line: the pattern of its route, never its path or query', async () => {
    const { shop, lines } = openWatched()
    await shop.request('/cakes/asha@example.in?token=tok_123')
    expect(lines).toMatchObject([
      { msg: 'a use case' },
      { msg: 'request', level: 30, method: 'GET', route: '/cakes/:id', status: 200 },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/asha|tok_/)
  })

  it('has an id, in its answer and in all that is logged meanwhile', async () => {
    const { shop, lines } = openWatched()
    const [first, second] = await Promise.all([shop.request('/cakes/1'), shop.request('/broken')])
    const ids = [first, second].map((answer) => answer?.headers.get('x-request-id'))
    expect(ids[0]).not.toBe(ids[1])
    expect(lines.filter(({ request }) => request === ids[0]).map(({ msg }) => msg)).toEqual([
      'a use case',
      'request',
    ])
    expect(lines).toContainEqual(expect.objectContaining({ request: ids[1], status: 500 }))
  })

  it.each([
    ['4bf92f35-77b3-4da6', true],
    ['short', false],
    ['a'.repeat(65), false],
    ['asha@example.in', false],
    ['"}{"level":60', false],
  ])('keeps the id it came with when that is one: %s', async (given, isKept) => {
    const { shop } = openWatched()
    const answer = await shop.request('/cakes/1', { headers: { 'x-request-id': given } })
    expect(answer.headers.get('x-request-id') === given).toBe(isKept)
  })

  it('is written at level debug when there are many of its kind', async () => {
    const { shop, observability, lines } = openWatched()
    const { observeRequest } = observability
    const request = { method: 'GET', headers: {} }
    await observeRequest(request, async () => ({ route: '/page', status: 200 }))
    await observeRequest(request, async () => ({ route: '/page', status: 200, isQuiet: true }))
    await shop.request('/pictures/a1/640.webp')
    expect(lines.map(({ route, level }) => [route, level])).toEqual([
      ['/page', 30],
      ['/page', 20],
      ['/pictures/:id/:file', 20],
    ])
  })

  it('is counted by few labels, whatever is requested', async () => {
    const { shop, numbers } = openWatched()
    for (let n = 0; n < 20; n++) await shop.request(`/cakes/${n}`)
    for (const path of ['/a', '/b']) await shop.request(path)
    await shop.request('/cakes/1', { method: 'PROPFIND' })
    const text = await numbers()
    const counts = text.match(/^http_request_duration_seconds_count.*$/gm) ?? []
    expect(counts.sort()).toEqual([
      'http_request_duration_seconds_count{method="GET",route="/cakes/:id",status="200"} 20',
      'http_request_duration_seconds_count{method="GET",route="file",status="404"} 2',
      'http_request_duration_seconds_count{method="other",route="file",status="404"} 1',
    ])
  })

  it('without the framework is counted and written as others are', async () => {
    const { observability, lines, numbers } = openWatched()
    const headers = { 'x-request-id': 'id-of-this' }
    await observability.observeRequest({ method: 'GET', headers }, async (id) => {
      expect(id).toBe('id-of-this')
      return { route: '/page', status: 304, isQuiet: true }
    })
    expect(lines).toMatchObject([
      { msg: 'request', level: 20, request: 'id-of-this', route: '/page', status: 304 },
    ])
    expect(await numbers()).toMatch(/_count\{method="GET",route="\/page",status="304"\} 1/)
  })
})

it('calls to others and jobs are counted by how they end', async () => {
  const { observability, numbers } = openWatched()
  const answers: Record<string, () => unknown> = {
    good: () => 'paid',
    away: () => Promise.reject(new AppError('unavailable', 'It does not answer.')),
    no: () => Promise.reject(new AppError('conflict', 'It has been used.')),
    bug: () => Promise.reject(new Error('a bug')),
  }
  const provider = { pay: async (how: string) => answers[how]?.(), name: 'acme' }
  const watched = observability.observeCalls('acme', provider, ['pay'])
  expect([await watched.pay('good'), watched.name]).toEqual(['paid', 'acme'])
  for (const how of ['away', 'no', 'bug']) await expect(watched.pay(how)).rejects.toThrow()
  const job = { name: 'greet', data: undefined as never, retryLimit: 0 }
  await observability.observeJob({ job, run: async () => {} }).run({})
  await expect(
    observability.observeJob({ job, run: () => provider.pay('bug') as never }).run({}),
  ).rejects.toThrow()
  const text = await numbers()
  const outcomes = [...text.matchAll(/seconds_count\{.*outcome="(\w+)"\} 1/g)].map(([, one]) => one)
  expect(outcomes).toEqual(['ok', 'unavailable', 'rejected', 'failed'])
  expect(text).toContain('jobs_run_total{job="greet",outcome="done"} 1')
  expect(text).toContain('jobs_run_total{job="greet",outcome="failed"} 1')
})

it('numbers of the shop are left out while they cannot be read', async () => {
  const { observability, numbers } = openWatched()
  observability.metrics.shopGauges('shop_waiting', 'Waits', 'what', async () => ({ mails: 3 }))
  observability.metrics.shopGauges('shop_gone', 'Gone', 'what', () =>
    Promise.reject(new Error('away')),
  )
  const text = await numbers()
  expect(text).toContain('shop_waiting{what="mails"} 3')
  expect(text).not.toMatch(/^shop_gone/m)
})

it('a line of a job says which one', () => {
  const { lines } = openWatched()
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  withCallContext({ job: 'send-mail', jobId: 'j1' }, () => log.info({ mailId: 'm1' }, 'sent'))
  expect(lines).toMatchObject([{ job: 'send-mail', jobId: 'j1', mailId: 'm1', msg: 'sent' }])
})

describe('/readyz and /healthz', () => {
  const fine = async () => {}
  const down = () => Promise.reject(new Error('password=secret refused'))
  const silent = () => new Promise<never>(() => {})
  const health = (checks: Record<string, () => Promise<void>>, acceptsRequests = true) =>
    serveHealth({
      log: createLog('silent'),
      checks,
      acceptsRequests: () => acceptsRequests,
      timeoutMs: 5,
    })

  it.each([
    ['all is well', { database: fine, files: fine }, true, 200, { status: 'ready' }],
    ['a part fails', { database: down, files: fine }, true, 503, notReady('database')],
    [
      'parts are silent',
      { database: silent, files: silent },
      true,
      503,
      notReady('database', 'files'),
    ],
    ['it is to stop', { database: fine }, false, 503, notReady('stopping')],
  ])('%s', async (_, checks, acceptsRequests, status, body) => {
    const routes = health(checks, acceptsRequests)
    const answer = await routes.request('/readyz')
    expect([answer.status, await answer.json()]).toEqual([status, body])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const head = await routes.request('/readyz', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([status, ''])
    expect((await routes.request('/healthz')).status).toBe(200)
  })

  it('checks the parts once, however many requests arrive', async () => {
    let checks = 0
    const routes = health({ database: async () => void checks++ })
    await Promise.all(Array.from({ length: 50 }, () => routes.request('/readyz')))
    expect(checks).toBe(1)
  })
})

function notReady(...failing: string[]) {
  return { status: 'not ready', failing }
}

describe('/metrics', () => {
  const token = 'a-token-of-some-length'
  const bearer = { authorization: `Bearer ${token}` }
  it.each([
    ['who has the token', token, bearer, 200],
    ['who has none', token, {}, 404],
    ['a guess', token, { authorization: 'Bearer a-token' }, 404],
    ['anybody, where no token is set', undefined, bearer, 404],
    ['nobody, where no token is set', undefined, { authorization: 'Bearer undefined' }, 404],
  ])('for %s', async (_, wanted, headers, status) => {
    const routes = serveMetrics({ token: wanted, read: async () => 'up 1' })
    const answer = await routes.request('/metrics', { headers })
    expect(answer.status).toBe(status)
    expect((await answer.text()).includes('up 1')).toBe(status === 200)
  })
})
