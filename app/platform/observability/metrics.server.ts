import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { inTime, keptFor } from './in-time.server.ts'

const seconds = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How long what is read for a gauge is good for, and how long reading it may take, in ms. */
const readingMs = { keptFor: 10_000, atMost: 3_000 }

export type Metrics = ReturnType<typeof createMetrics>

/** What this process counts for Prometheus. Labels have few values: patterns and names, never what somebody sent. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests until the answer begins, by route pattern',
      labelNames: ['method', 'route', 'status'],
      buckets: seconds,
      registers,
    }),
    outsideCalls: new Histogram({
      name: 'outside_call_duration_seconds',
      help: 'Calls to payment providers, mail server and file store, by outcome: ok, refused, unavailable or failed',
      labelNames: ['service', 'call', 'outcome'],
      buckets: seconds,
      registers,
    }),
    jobs: new Counter({
      name: 'jobs_run_total',
      help: 'Runs of background jobs, by outcome: done or failed',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    cache: new Counter({
      name: 'page_cache_requests_total',
      help: 'Public pages and reads of the catalogue, by whether they came from the response cache: hit or miss',
      labelNames: ['outcome'],
      registers,
    }),
    /** A number of this process, read when it is asked for. */
    gauge(name: string, help: string, read: () => number) {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
    },
    /** Numbers of this process under one name, each by its label. */
    gauges(name: string, help: string, label: string, read: () => Record<string, number>) {
      const gauge: Gauge = new Gauge({
        ...{ name, help, registers, labelNames: [label] },
        collect: () => setAll(gauge, label, read()),
      })
    },
    /**
     * Numbers of the whole shop, each by its label, read anew at most every ten seconds. While they cannot be read
     * they are left out. All processes tell the same, so of several the largest counts.
     */
    shopGauges(
      name: string,
      help: string,
      label: string,
      read: () => Promise<Record<string, number>>,
    ) {
      const reading = keptFor(readingMs.keptFor, () => inTime(readingMs.atMost, read()))
      const gauge: Gauge = new Gauge({
        ...{ name, help, registers, labelNames: [label], aggregator: 'max' as const },
        collect: async () => setAll(gauge, label, await reading().catch(() => ({}))),
      })
    },
  }
}

function setAll(gauge: Gauge, label: string, values: Record<string, number>) {
  gauge.reset()
  for (const [of, value] of Object.entries(values)) gauge.set({ [label]: of }, value)
}
