import type { MiddlewareHandler } from 'hono'

/** What goes wrong with a request; 'after': Razorpay has carried it out. */
export type Fault = 'fails' | 'fails after' | 'is silent' | 'is silent after' | 'is too busy'

interface Waiting {
  /** How the request begins, such as 'POST /v1/orders'. */
  request: string
  fault: Fault
}

/** Faults for coming requests, and a record of all requests. */
export function createFaults() {
  const waiting: Waiting[] = []
  const requests: string[] = []

  const middleware: MiddlewareHandler = async (c, next) => {
    const request = `${c.req.method} ${c.req.path}`
    requests.push(request)
    const index = waiting.findIndex((entry) => request.startsWith(entry.request))
    const [{ fault } = { fault: null }] = index < 0 ? [] : waiting.splice(index, 1)
    if (fault === 'is too busy') return c.json(errorBody('Too many requests'), 429)
    if (fault === null || fault.endsWith('after')) await next()
    if (fault?.startsWith('is silent')) await disconnected(c.req.raw.signal)
    if (fault) c.res = Response.json(errorBody('We are facing some trouble'), { status: 502 })
  }

  return {
    middleware,
    requests,
    /** The next requests that start like this have these faults, one each. */
    breakNext(request: string, ...faults: Fault[]) {
      waiting.push(...faults.map((fault) => ({ request, fault })))
    },
  }
}

const errorBody = (description: string) => ({ error: { code: 'SERVER_ERROR', description } })

/** Resolves when the client has disconnected. */
async function disconnected(signal: AbortSignal) {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
