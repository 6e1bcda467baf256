import { Agent, request } from 'node:http'
import { answersParent, askForked } from '../measure/forked.ts'
import { percentile } from '../report/statistics.ts'

/** A client who asks for two things in turn, one request after another. */
export interface PlainClient {
  url: string
  seconds: number
}

export interface Waited {
  /** Times of whole responses in ms, by path. */
  paths: Record<string, { p50: number; p99: number }>
  count: number
  /** Responses that were not 200, and none at all. */
  errors: number
}

const paths = ['/healthz', '/']

/** Asks from a process of its own. */
export function askPlainly(client: PlainClient): Promise<Waited> {
  return askForked<PlainClient, Waited>(import.meta.filename, client)
}

async function askHere({ url, seconds }: PlainClient): Promise<Waited> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = new Map(paths.map((path) => [path, [] as number[]]))
  let errors = 0
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    for (const path of paths) {
      const start = performance.now()
      if ((await statusOf(url + path, agent)) === 200) {
        times.get(path)?.push(performance.now() - start)
      } else errors += 1
    }
  }
  agent.destroy()
  const shown = [...times].map(([path, all]) => [
    path,
    { p50: percentile(all, 0.5), p99: percentile(all, 0.99) },
  ])
  const count = [...times.values()].reduce((sum, { length }) => sum + length, 0)
  return { paths: Object.fromEntries(shown), count, errors }
}

function statusOf(url: string, agent: Agent): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const sent = request(url, { agent, timeout: 30_000 }, (response) => {
    response.on('end', () => resolve(response.statusCode ?? 0)).resume()
  })
  sent.on('timeout', () => sent.destroy())
  sent.on('error', () => resolve(0)).end()
  return promise
}

if (import.meta.main) answersParent(askHere)
