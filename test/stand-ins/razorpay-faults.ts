import type { MiddlewareHandler } from 'hono'

/** What goes wrong with a request; 'after' means that Razorpay has done what it was asked. */
export type Fault = 'fails' | 'fails after' | 'is silent' | 'is silent after' | 'is too busy'

interface Waiting {
  /** How the request begins, such as 'POST /v1/orders'. */
  request: string
  fault: Fault
}

/** Faults that wait for their requests, and a note of every request that came. */
export function createFaults() {
  const waiting: Waiting[] = []
  const asked: string[] = []

  const middleware: MiddlewareHandler = async (c, next) => {
    const request = `${c.req.method} ${c.req.path}`
    asked.push(request)
    const met = waiting.findIndex((one) => request.startsWith(one.request))
    const [{ fault } = { fault: null }] = met < 0 ? [] : waiting.splice(met, 1)
    if (fault === 'is too busy') return c.json(errorBody('Too many requests'), 429)
    if (fault === null || fault.endsWith('after')) await next()
    if (fault?.startsWith('is silent')) await gone(c.req.raw.signal)
    if (fault) c.res = Response.json(errorBody('We are facing some trouble'), { status: 502 })
  }

  return {
    middleware,
    asked,
    /** The next requests that begin so meet these faults, one each. */
    breakNext(request: string, ...faults: Fault[]) {
      waiting.push(...faults.map((fault) => ({ request, fault })))
    },
  }
}

const errorBody = (description: string) => ({ error: { code: 'SERVER_ERROR', description } })

/** Resolves when the one who asked has hung up. */
async function gone(signal: AbortSignal) {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
