import type { IncomingHttpHeaders } from 'node:http'
import type { Pool, PoolClient } from 'pg'

/** Short facts of a span: patterns, names and counts, never values of customers. */
export type SpanFacts = Record<string, string | number>

export interface SpanStart {
  kind: 'server' | 'client' | 'consumer'
  facts?: SpanFacts
  /** The headers of a request: its trace goes on here where it names one (W3C traceparent). */
  caller?: IncomingHttpHeaders
}

/** Records how long parts of a call take, so that they can be seen together as a trace. */
export interface Spans {
  /** Runs within a span; what it throws marks the span as failed. `annotate` adds facts that are known later, or renames it. */
  within<T>(
    name: string,
    start: SpanStart,
    run: (annotate: (facts: SpanFacts, name?: string) => void) => Promise<T>,
  ): Promise<T>
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>
}

/** Where no traces are wanted. */
export const noSpans: Spans = {
  within: (_name, _start, run) => run(() => {}),
  close: async () => {},
}

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
