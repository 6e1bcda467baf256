import type { IncomingHttpHeaders } from 'node:http'
import type { Pool, PoolClient } from 'pg'

/** Short facts of a span: patterns, names and counts, never values of customers. */
export type SpanFacts = Record<string, string | number>

export interface SpanStart {
  kind: 'server' | 'client' | 'consumer'
  facts?: SpanFacts
  /** The headers of a request. If they name a trace, the span belongs to it (W3C traceparent). */
  caller?: IncomingHttpHeaders
}

/** Records how long the parts of a call take, as a trace. */
export interface Spans {
  /** Runs within a span, which fails if `run` throws. `annotate` adds facts later, or renames the span. */
  within<T>(
    name: string,
    start: SpanStart,
    run: (annotate: (facts: SpanFacts, name?: string) => void) => Promise<T>,
  ): Promise<T>
  /** Sends the remaining spans, for at most a few seconds. */
  close(): Promise<void>
}

export const noSpans: Spans = {
  within: (_name, _start, run) => run(() => {}),
  close: async () => {},
}

type Query = (...args: unknown[]) => Promise<unknown>

/**
 * Traces every statement by its text, which has $1, $2 instead of values. Statements with a callback or a stream belong to
 * the pool itself or to COPY and are not traced.
 */
export function traceStatements(pool: Pool, spans: Spans) {
  const withSpan = (query: Query): Query => {
    return (...args) => {
      const text = textOf(args[0])
      if (text === null || typeof args.at(-1) === 'function') return query(...args)
      const name = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
      const facts = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) }
      return spans.within(name, { kind: 'client', facts }, () => query(...args))
    }
  }
  const traced = new WeakSet<PoolClient>()
  const traceClient = (client: PoolClient) => {
    if (traced.has(client)) return client
    traced.add(client)
    return Object.assign(client, { query: withSpan(client.query.bind(client) as Query) })
  }
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<PoolClient>
  Object.assign(pool, {
    query: withSpan(pool.query.bind(pool) as Query),
    connect: (...args: unknown[]) =>
      args.length > 0 ? connect(...args) : connect().then(traceClient),
  })
}

function textOf(query: unknown): string | null {
  const text = typeof query === 'string' ? query : (query as { text?: unknown }).text
  return typeof text === 'string' ? text : null
}
