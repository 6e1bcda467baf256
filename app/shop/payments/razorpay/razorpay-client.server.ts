import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Log } from '#platform/log.server.ts'
import { parseJson, refundRejection } from '../payment-provider.ts'

/** How long Razorpay is waited for, in ms. */
export interface Patience {
  /** One call with all its tries. */
  call: number
  /** Before the second try; the third waits twice as long. */
  pause: number
}

const usualPatience: Patience = { call: 10_000, pause: 250 }
const maxTries = 3

interface RazorpayRequest {
  method: 'GET' | 'POST' | 'PATCH'
  /** After '/v1', with its query. */
  path: string
  body?: object
  /** An idempotency key: makes repeating a POST harmless, where the provider stores keys. */
  key?: string
}

export type RazorpayClient = <T>(request: RazorpayRequest, response: z.ZodType<T>) => Promise<T>

interface RazorpayResponse {
  status: number
  text: string
}

/**
 * A client of Razorpay's API. It sends what may be repeated up to three times.
 *
 * Every call throws AppError unavailable when there is no response in time or the provider fails by itself, AppError
 * conflict, RefundRefused or RefundDelayed when it rejects a change, and Error for all else: wrong keys, an unknown id,
 * a response of another shape.
 */
export function createRazorpayClient(
  { keyId, keySecret, apiBase }: { keyId: string; keySecret: string; apiBase: string },
  log: Log,
  patience: Patience = usualPatience,
): RazorpayClient {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  async function send(request: RazorpayRequest, signal: AbortSignal): Promise<RazorpayResponse> {
    const { method, path, body, key } = request
    const response = await fetch(`${apiBase}/v1${path}`, {
      method,
      headers: {
        authorization,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'x-refund-idempotency': key }),
      },
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal,
    })
    return { status: response.status, text: await response.text() }
  }

  return async (request, shape) => {
    const signal = AbortSignal.timeout(patience.call)
    const tries = request.method === 'POST' && !request.key ? 1 : maxTries
    for (let tried = 1; ; tried++) {
      const response = await send(request, signal).catch((err: unknown) => ({ status: 0, err }))
      if ('text' in response && !isTemporary(response.status))
        return read(request, response, shape, log)
      if (tried === tries || signal.aborted) {
        const cause = 'err' in response ? { err: response.err } : { status: response.status }
        log.warn({ ...cause, ...nameOf(request) }, 'Razorpay did not respond as it should')
        throw new AppError(
          'unavailable',
          'The payment provider is not responding. Please try again.',
        )
      }
      await pause(patience.pause * tried)
    }
  }
}

/** Worth another try: its own failures, too many requests, and 409: the same key is being worked on. */
function isTemporary(status: number): boolean {
  return status >= 500 || status === 429 || status === 409
}

const nameOf = ({ method, path }: RazorpayRequest) => ({ method, path })

/** The same request may succeed in a moment. */
const passes = /in progress|being processed|try again/i

const errorSchema = z.object({
  error: z.object({
    code: z.string().optional(),
    reason: z.string().nullish(),
    description: z.string(),
  }),
})

function read<T>(
  request: RazorpayRequest,
  { status, text }: RazorpayResponse,
  shape: z.ZodType<T>,
  log: Log,
): T {
  const content = parseJson(text)
  if (status === 200) return shape.parse(content)
  const error = errorSchema.safeParse(content).data?.error ?? { description: 'without a reason' }
  if (status === 400 && request.method !== 'GET') {
    log.warn({ ...error, ...nameOf(request) }, 'Razorpay rejected a request')
    if (request.path.endsWith('/refund') && !passes.test(error.description))
      throw refundRejection(error.description)
    throw new AppError('conflict', 'The payment provider rejected this request.')
  }
  const { method, path } = request
  const cause = [error.code, error.reason, error.description].filter(Boolean).join(': ')
  throw new Error(`Razorpay sent status ${status} to ${method} ${path}: ${cause}`)
}
