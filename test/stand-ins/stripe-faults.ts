import type { Hono } from 'hono'
import { apiError } from './stripe-refusal.ts'

/** What goes wrong with a request; 'after': Stripe has carried it out. */
export type StripeFault =
  | 'fails'
  | 'fails after'
  /** A failure that is stored under the idempotency key, as Stripe's own failures are. */
  | 'fails for good'
  | 'is silent'
  | 'is silent after'
  | 'is too busy'
  | 'is done twice'

/** What the calls know of the fault. */
export interface FaultEnv {
  Bindings: { failsForGood: boolean }
}

interface Waiting {
  /** How the request begins, such as 'POST /v1/payment_intents'. */
  request: string
  fault: StripeFault
}

/** A recorded request. */
export interface RecordedRequest {
  request: string
  headers: Headers
  body: string
}

/** Faults for coming requests, and a record of all requests. */
export function createStripeFaults() {
  const waiting: Waiting[] = []
  const requests: RecordedRequest[] = []
  let decide: (request: string) => StripeFault | null = () => null

  function faultOf(request: string): StripeFault | null {
    const index = waiting.findIndex((entry) => request.startsWith(entry.request))
    const [{ fault } = { fault: decide(request) }] = index < 0 ? [] : waiting.splice(index, 1)
    return fault
  }

  /** Passes requests on to the calls, unless a fault prevents it. */
  async function fetchWithFaults(api: Hono<FaultEnv>, original: Request): Promise<Response> {
    const { method, headers, url, signal } = original
    const body = await original.text()
    const request = `${method} ${new URL(url).pathname}`
    requests.push({ request, headers, body })
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
    requests,
    /** The next requests that start like this have these faults, one each. */
    breakNext(request: string, ...faults: StripeFault[]) {
      waiting.push(...faults.map((fault) => ({ request, fault })))
    },
    /** Decides about every other request. */
    breakBy(decision: (request: string) => StripeFault | null) {
      decide = decision
    },
  }
}

/** No response until the client has disconnected. */
async function silence(signal: AbortSignal): Promise<Response> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
  return apiError(499)
}
