import autocannon, { type Request } from 'autocannon'
import { percentile } from '../report/statistics.ts'
import { answersParent, whileForked } from './forked.ts'
import { acceptEncoding } from './raw-response.ts'

/** Sends reads on many connections, each again as soon as it has its response. */
export interface Load {
  url: string
  /** Requested in turn, again and again. */
  paths: string[]
  /** How many of them were requested before: what these got is cached. */
  skip?: number
  connections: number
  /** The load ends after so many seconds, or requests. */
  until: { seconds: number } | { requests: number }
}

export interface Loaded {
  perSecond: number
  /** Times of answers in ms. */
  p50: number
  p99: number
  answers: number
  /** Answers that were not 200, connections that broke and requests without an answer. */
  errors: number
}

export type LoadServer = (settings: Load) => Promise<Loaded>

/** Starts a process that loads servers, so that the load does not slow down the caller. */
export function whileLoading<T>(use: (load: LoadServer) => Promise<T>): Promise<T> {
  return whileForked(import.meta.filename, use)
}

/** Loads a server once. */
export function load(settings: Load): Promise<Loaded> {
  return whileLoading((loadNow) => loadNow(settings))
}

function loadHere({ url, paths, skip = 0, connections, until }: Load): Promise<Loaded> {
  const done = Promise.withResolvers<Loaded>()
  const times: number[] = []
  let errors = 0
  const start = performance.now()
  let last = start
  const cannon = autocannon(
    {
      url,
      connections,
      requests: [requestOf(paths, skip)],
      ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests }),
      headers: { 'accept-encoding': acceptEncoding },
    },
    (error: unknown) => {
      if (error) done.reject(error)
      const perSecond = times.length === 0 ? 0 : (times.length / (last - start)) * 1000
      const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
      done.resolve({ perSecond, p50, p99, answers: times.length, errors })
    },
  )
  // By autocannon's own count times are whole milliseconds.
  cannon.on('response', (_, status, __, ms) => {
    times.push(ms)
    last = performance.now()
    if (status !== 200) errors += 1
  })
  cannon.on('reqError', () => {
    errors += 1
  })
  return done.promise
}

/** The requests; a single one if it is always the same. */
function requestOf(paths: string[], skip: number): Request {
  const [path] = paths
  if (paths.length === 1) return { path }
  let requestCount = skip
  return {
    setupRequest(request) {
      requestCount += 1
      // One address may read only so much that is not cached.
      const from = `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`
      const headers = { ...request.headers, 'x-forwarded-for': from }
      return { ...request, headers, path: paths[requestCount % paths.length] }
    },
  }
}

if (import.meta.main) answersParent(loadHere)
