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
import type { SpanFacts, SpanStart, Spans } from './observability.server.ts'

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** How long one export, and the last one at the end, may take, in ms. */
const exportTimeoutMs = 3_000

/**
 * Sends spans in batches to a collector by OTLP over HTTP. If the collector is away, only the spans are lost.
 * Imported only if traces are configured: OpenTelemetry takes time and memory.
 */
export function openSpans(endpoint: string, service: string): Spans {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter, { exportTimeoutMillis: exportTimeoutMs })],
  })
  provider.register()
  const tracer = provider.getTracer(service)
  return {
    within: (name, start, run) =>
      tracer.startActiveSpan(
        name,
        { kind: kinds[start.kind], attributes: start.facts },
        parentOf(start),
        (span) => runAndEnd(span, run),
      ),
    async close() {
      const timeout = new Promise((resolve) => setTimeout(resolve, exportTimeoutMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), timeout])
      for (const global of [trace, context, propagation]) global.disable()
    },
  }
}

function parentOf({ caller }: SpanStart) {
  return caller ? propagation.extract(context.active(), caller) : context.active()
}

async function runAndEnd<T>(
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
    // Only the name: messages may hold what a customer typed.
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    throw error
  } finally {
    span.end()
  }
}
