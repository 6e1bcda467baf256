import type { Hono } from 'hono'
import { apiError } from './stripe-refusal.ts'

/** What goes wrong with a request; 'after' means that Stripe has done what it was asked. */
export type StripeFault =
  | 'fails'
  | 'fails after'
  /** A failure that is kept under the request's key, as one of Stripe's own programs is. */
  | 'fails for good'
  | 'is silent'
  | 'is silent after'
  | 'is too busy'
  | 'is done twice'

/** What the calls are told of the request's fate. */
export interface FaultEnv {
  Bindings: { failsForGood: boolean }
}

interface Waiting {
  /** How the request begins, such as 'POST /v1/payment_intents'. */
  request: string
  fault: StripeFault
}

/** What was asked, for tests to look at. */
export interface Asked {
  request: string
  headers: Headers
  body: string
}

/** Faults that wait for their requests, and a note of every request that came. */
export function createStripeFaults() {
  const waiting: Waiting[] = []
  const asked: Asked[] = []
  let decide: (request: string) => StripeFault | null = () => null

  function faultOf(request: string): StripeFault | null {
    const met = waiting.findIndex((one) => request.startsWith(one.request))
    const [{ fault } = { fault: decide(request) }] = met < 0 ? [] : waiting.splice(met, 1)
    return fault
  }

  /** Hands requests on to the calls, or not. */
  async function fetchWithFaults(api: Hono<FaultEnv>, original: Request): Promise<Response> {
    const { method, headers, url, signal } = original
    const body = await original.text()
    const request = `${method} ${new URL(url).pathname}`
    asked.push({ request, headers, body })
    const fault = faultOf(request)
    const done = (failsForGood = false) => {
      const copy = new Request(url, { method, headers, ...(body && { body }) })
      return Promise.resolve(api.fetch(copy, { failsForGood }))
    }
    if (fault === 'is too busy') return apiError(429, 'rate_limit')
    if (fault === 'fails') return apiError(503)
    if (fault === 'is silent') return silence(signal)
    const answer = await done(fault === 'fails for good')
    if (fault === 'is done twice') return done()
    if (fault === 'fails after') return apiError(502)
    return fault === 'is silent after' ? silence(signal) : answer
  }

  return {
    fetchWithFaults,
    asked,
    /** The next requests that begin so meet these faults, one each. */
    breakNext(request: string, ...faults: StripeFault[]) {
      waiting.push(...faults.map((fault) => ({ request, fault })))
    },
    /** Asked about every request that no fault waits for. */
    breakBy(decision: (request: string) => StripeFault | null) {
      decide = decision
    },
  }
}

/** Nothing until the one who asked has hung up. */
async function silence(signal: AbortSignal): Promise<Response> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  return apiError(499)
}
