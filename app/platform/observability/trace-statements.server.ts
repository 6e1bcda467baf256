import type { Pool, PoolClient } from 'pg'
import type { Spans } from './spans.server.ts'

type Query = (...args: unknown[]) => Promise<unknown>

/**
 * Makes a span of every statement, by its text, where values stand as $1, $2. Those that answer by a callback or a stream
 * are the pool's own and copies; they stay as they are.
 */
export function traceStatements(pool: Pool, spans: Spans) {
  const traced = (query: Query): Query => {
    return (...args) => {
      const text = textOf(args[0])
      if (text === null || typeof args.at(-1) === 'function') return query(...args)
      const name = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
      const facts = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) }
      return spans.within(name, { kind: 'client', facts }, () => query(...args))
    }
  }
  const known = new WeakSet<PoolClient>()
  const watched = (client: PoolClient) => {
    if (known.has(client)) return client
    known.add(client)
    return Object.assign(client, { query: traced(client.query.bind(client) as Query) })
  }
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<PoolClient>
  Object.assign(pool, {
    query: traced(pool.query.bind(pool) as Query),
    connect: (...args: unknown[]) => (args.length > 0 ? connect(...args) : connect().then(watched)),
  })
}

function textOf(query: unknown): string | null {
  const text = typeof query === 'string' ? query : (query as { text?: unknown }).text
  return typeof text === 'string' ? text : null
}
