import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Log } from '#platform/log.server.ts'
import { BalanceTooLow } from '../payment-provider.ts'

/** How long Razorpay is waited for, in ms. */
export interface Patience {
  /** One call with all its tries. */
  call: number
  /** Before the second try; the third waits twice as long. */
  pause: number
}

const usualPatience: Patience = { call: 10_000, pause: 250 }
const mostTries = 3

/** One request to the API. */
export interface RazorpayRequest {
  method: 'GET' | 'POST' | 'PATCH'
  /** After '/v1', with its query. */
  path: string
  body?: object
  /** Makes repeating a POST harmless, where the provider keeps keys. */
  key?: string
}

/** Sends a request and checks the answer by its schema. */
export type RazorpayClient = <T>(request: RazorpayRequest, answer: z.ZodType<T>) => Promise<T>

interface Answer {
  status: number
  text: string
}

/**
 * A client of Razorpay's API. What changes nothing when it is repeated is tried up to three times.
 *
 * Every call throws AppError unavailable when there is no answer in time or the provider fails by itself, AppError
 * conflict or BalanceTooLow when it refuses a change, and Error for all else: wrong keys, an unknown id, an answer of another shape.
 */
export function createRazorpayClient(
  { keyId, keySecret, apiBase }: { keyId: string; keySecret: string; apiBase: string },
  log: Log,
  patience: Patience = usualPatience,
): RazorpayClient {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`

  async function send(request: RazorpayRequest, signal: AbortSignal): Promise<Answer> {
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
    const tries = request.method === 'POST' && !request.key ? 1 : mostTries
    for (let tried = 1; ; tried++) {
      const answer = await send(request, signal).catch((err: unknown) => ({ status: 0, err }))
      if ('text' in answer && !isPassing(answer.status)) return read(request, answer, shape, log)
      if (tried === tries || signal.aborted) {
        const facts = 'err' in answer ? { err: answer.err } : { status: answer.status }
        log.warn({ ...facts, ...nameOf(request) }, 'Razorpay did not answer as it should')
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
function isPassing(status: number): boolean {
  return status >= 500 || status === 429 || status === 409
}

const nameOf = ({ method, path }: RazorpayRequest) => ({ method, path })

/** Razorpay has one code for all refusals, so its sentence tells them apart. */
const balanceTooLow = /enough balance|insufficient balance/i

const errorSchema = z.object({
  error: z.object({
    code: z.string().optional(),
    reason: z.string().nullish(),
    description: z.string(),
  }),
})

function read<T>(
  request: RazorpayRequest,
  { status, text }: Answer,
  shape: z.ZodType<T>,
  log: Log,
): T {
  const content = parseJson(text)
  if (status === 200) return shape.parse(content)
  const error = errorSchema.safeParse(content).data?.error ?? { description: 'no reason given' }
  if (status === 400 && request.method !== 'GET') {
    log.warn({ ...error, ...nameOf(request) }, 'Razorpay refused')
    if (balanceTooLow.test(error.description)) throw new BalanceTooLow(error.description)
    throw new AppError('conflict', 'The payment provider rejected this request.')
  }
  const { method, path } = request
  const cause = [error.code, error.reason, error.description].filter(Boolean).join(': ')
  throw new Error(`Razorpay answered ${status} to ${method} ${path}: ${cause}`)
}

/** @returns undefined for what is no JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
