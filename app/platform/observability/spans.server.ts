import type { IncomingHttpHeaders } from 'node:http'

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
