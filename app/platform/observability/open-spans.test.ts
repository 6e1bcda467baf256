import { once } from 'node:events'
import { createServer } from 'node:http'
import { Hono } from 'hono'
import { afterEach, expect, it } from 'vitest'
import { createLog } from '../log.server.ts'
import { createObservability, type Spans, traceStatements } from './observability.server.ts'
import { openSpans } from './open-spans.server.ts'

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** A collector that keeps what it is sent. */
async function openCollector() {
  const spans: SentSpan[] = []
  const paths: string[] = []
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync<Buffer>(request)
    const sent = JSON.parse(Buffer.concat(chunks).toString())
    paths.push(request.url ?? '')
    for (const { scopeSpans } of sent.resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return { server, spans, paths, url: `http://127.0.0.1:${port}/` }
}

let collector: Awaited<ReturnType<typeof openCollector>> | undefined
afterEach(() => void collector?.server.close())

/** Anything with the two ways into PostgreSQL that Drizzle and the job queue take. */
function createPool() {
  const query = async (text: unknown, ..._values: unknown[]) => ({ rows: [], text })
  const client = { query, release() {} }
  return { query, connect: async () => client } as never
}

function watchedShop(spans: Spans) {
  const observability = createObservability({ log: createLog('silent'), spans })
  const pool = createPool() as {
    query: (q: object, v: unknown[]) => Promise<unknown>
    connect(): Promise<{ query: (t: string) => Promise<unknown> }>
  }
  traceStatements(pool as never, spans)
  const provider = observability.observeCalls('stripe', { pay: async (_card: string) => 'paid' }, [
    'pay',
  ])
  return new Hono().use(observability.middleware()).get('/orders/:id', async (c) => {
    await pool.query({ text: 'select 1 where email = $1' }, ['asha@example.in'])
    const client = await pool.connect()
    await client.query('begin')
    return c.text(await provider.pay('4242424242424242'))
  })
}

it('a request is a span within its caller’s trace, with its statements and outside calls below it', async () => {
  collector = await openCollector()
  const spans = openSpans(collector.url, 'cakewala')
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  await watchedShop(spans).request('/orders/asha@example.in?token=tok_1', {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  await spans.close()
  expect(collector.paths).toEqual(['/v1/traces'])
  const sent = collector.spans
  const root = sent.find(({ name }) => name === 'GET /orders/:id')
  expect(root).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(sent.filter((span) => span !== root).map(({ name }) => name)).toEqual([
    'SELECT',
    'BEGIN',
    'stripe pay',
  ])
  for (const span of sent.filter((one) => one !== root)) {
    expect(span).toMatchObject({ traceId, parentSpanId: root?.spanId })
  }
  const facts = sent.flatMap(({ attributes }) => attributes)
  expect(facts).toContainEqual({
    key: 'db.query.text',
    value: { stringValue: 'select 1 where email = $1' },
  })
  // Without ids and times, whose digits may be any.
  const said = sent.map(({ name, attributes }) => ({ name, attributes }))
  expect(JSON.stringify(said)).not.toMatch(/asha|tok_|4242/)
})

it('what fails is marked, without its message', async () => {
  collector = await openCollector()
  const spans = openSpans(collector.url, 'cakewala')
  const failing = spans.within('job greet', { kind: 'consumer' }, async () => {
    throw new TypeError('asha@example.in is not a function')
  })
  await expect(failing).rejects.toThrow('asha')
  await spans.close()
  expect(collector.spans).toMatchObject([{ name: 'job greet', status: { code: 2 } }])
  expect(JSON.stringify(collector.spans)).toContain('TypeError')
  expect(JSON.stringify(collector.spans)).not.toContain('asha')
})

it('a collector that is away harms nothing', async () => {
  collector = await openCollector()
  const spans = openSpans(collector.url, 'cakewala')
  collector.server.close()
  const answer = await watchedShop(spans).request('/orders/1')
  expect(await answer.text()).toBe('paid')
  await spans.close()
})
