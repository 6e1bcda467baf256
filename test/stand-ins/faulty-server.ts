import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'

/** What goes wrong with a request; 'after': the provider has carried it out. */
export type Fault =
  | 'fails'
  | 'fails after'
  /** A failure that is stored under the idempotency key, as Stripe's own failures are. */
  | 'fails for good'
  | 'is silent'
  | 'is silent after'
  | 'is too busy'
  | 'is done twice'

interface Api {
  answer(request: Request, failsForGood: boolean): Response | Promise<Response>
  /** The provider's answer to a request that went wrong. */
  errorOf(status: number): Response
}

/** A provider's API on a port of this machine, whose requests are recorded and may go wrong. */
export async function openFaultyServer({ answer, errorOf }: Api) {
  const waiting: { request: string; fault: Fault }[] = []
  const requests: { request: string; headers: Headers; body: string }[] = []
  let decide: (request: string) => Fault | null = () => null

  function faultOf(request: string): Fault | null {
    const index = waiting.findIndex((entry) => request.startsWith(entry.request))
    const [{ fault } = { fault: decide(request) }] = index < 0 ? [] : waiting.splice(index, 1)
    return fault
  }

  /** No response until the client has disconnected. */
  async function silence(signal: AbortSignal): Promise<Response> {
    if (!signal.aborted) await once(signal, 'abort')
    return errorOf(499)
  }

  async function respond(original: Request): Promise<Response> {
    const { method, headers, url, signal } = original
    const body = await original.text()
    const request = `${method} ${new URL(url).pathname}`
    requests.push({ request, headers, body })
    const fault = faultOf(request)
    const done = async (failsForGood = false) =>
      answer(new Request(url, { method, headers, ...(body && { body }) }), failsForGood)
    if (fault === 'is too busy') return errorOf(429)
    if (fault === 'fails') return errorOf(503)
    if (fault === 'is silent') return silence(signal)
    const answered = await done(fault === 'fails for good')
    if (fault === 'is done twice') return done()
    if (fault === 'fails after') return errorOf(502)
    return fault === 'is silent after' ? silence(signal) : answered
  }

  // Tests in the same process use Node's own globals.
  const server = createAdaptorServer({ fetch: respond, overrideGlobalObjects: false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** The requests so far, such as 'GET /v1/orders/order_…'. */
    requests,
    /** The next requests that start like this have these faults, one each. */
    breakNext(request: string, ...faults: Fault[]) {
      waiting.push(...faults.map((fault) => ({ request, fault })))
    },
    /** Decides about every other request. */
    breakBy(decision: (request: string) => Fault | null) {
      decide = decision
    },
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
