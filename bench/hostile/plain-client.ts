import { Agent, request } from 'node:http'
import { answersParent, askForked } from '../measure/forked.ts'
import { percentile } from '../report/statistics.ts'

/** A client who asks for some things in turn, one request after another. */
export interface PlainClient {
  urls: string[]
  seconds: number
}

export interface Waited {
  /** Times of whole responses in ms, one for each URL. */
  times: { p50: number; p99: number }[]
  count: number
  /** Responses that were not 200, and none at all. */
  errors: number
}

/** Asks from a process of its own. */
export function askPlainly(client: PlainClient): Promise<Waited> {
  return askForked<PlainClient, Waited>(import.meta.filename, client)
}

async function askHere({ urls, seconds }: PlainClient): Promise<Waited> {
  const targets = urls.map((url) => ({
    url,
    agent: new Agent({ keepAlive: true, maxSockets: 1 }),
    times: [] as number[],
  }))
  let errors = 0
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    for (const { url, agent, times } of targets) {
      const start = performance.now()
      if ((await statusOf(url, agent)) === 200) times.push(performance.now() - start)
      else errors += 1
    }
  }
  for (const { agent } of targets) agent.destroy()
  return {
    times: targets.map(({ times }) => ({
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
    })),
    count: targets.reduce((sum, { times }) => sum + times.length, 0),
    errors,
  }
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
