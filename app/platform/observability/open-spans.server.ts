import {
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { SpanFacts, SpanStart, Spans } from './spans.server.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** How long one sending, and what is left at the end, may take, in ms. */
const patienceMs = 3_000

/**
 * Spans sent in batches to a collector by OTLP over HTTP. A collector that is away costs nothing but the spans.
 * Imported only where traces are wanted: all this takes time and memory.
 */
export function openSpans(endpoint: string, service: string): Spans {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: patienceMs })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: patienceMs })],
  })
  provider.register()
  const tracer = provider.getTracer(service)
  return {
    within: (name, start, run) =>
      tracer.startActiveSpan(
        name,
        { kind: kinds[start.kind], attributes: start.facts },
        parentOf(start),
        (span) => ended(span, run),
      ),
    async close() {
      const gaveUp = new Promise((resolve) => setTimeout(resolve, patienceMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), gaveUp])
      for (const global of [trace, context, propagation]) global.disable()
    },
  }
}

function parentOf({ caller }: SpanStart) {
  return caller ? propagation.extract(context.active(), caller) : context.active()
}

async function ended<T>(
  span: Span,
  run: (annotate: (facts: SpanFacts, name?: string) => void) => Promise<T>,
): Promise<T> {
  const annotate = (facts: SpanFacts, name?: string) => {
    span.setAttributes(facts)
    if (name) span.updateName(name)
  }
  try {
    return await run(annotate)
  } catch (error) {
    // The kind alone: messages may carry what a customer wrote.
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}
