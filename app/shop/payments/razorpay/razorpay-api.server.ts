import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Log } from '#platform/log.server.ts'
import type { Paise } from '#shop/values/money.ts'
import {
  disputeStatuses,
  type ProviderDispute,
  type ProviderRefund,
  parseJson,
  type RefundStatus,
  refundRejection,
} from '../payment-provider.ts'

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

type RazorpayClient = <T>(request: RazorpayRequest, response: z.ZodType<T>) => Promise<T>

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

const noNotes: Record<string, unknown> = {}
/** Key-value pairs of our own; the provider writes none as an empty list. */
const notes = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown()).transform(() => noNotes)])
  .default(noNotes)

const paise = z.int().min(0)

const orderShape = z.object({
  id: z.string(),
  amount: paise,
  currency: z.string(),
  /** The shop's order. */
  receipt: z.string().nullable(),
  notes,
  /** Unix seconds. */
  created_at: z.number(),
})

/** One attempt of the customer to pay an order: any number may fail, and one is captured. */
const tryShape = z.object({
  id: z.string(),
  order_id: z.string().nullish(),
  amount: paise,
  currency: z.string(),
  /** Whether the money is the shop's; stays so after a refund. */
  captured: z.boolean().nullable(),
  amount_refunded: paise.nullish().transform((refunded) => refunded ?? 0),
  /** With its tax; once it is captured. */
  fee: paise.nullish(),
  /** Why it failed. */
  error_reason: z.string().nullish(),
  error_description: z.string().nullish(),
  created_at: z.number(),
})

const refundShape = z.object({
  id: z.string(),
  payment_id: z.string(),
  amount: paise,
  status: z.enum(['pending', 'processed', 'failed']),
  notes,
})

/** What the shop reads of a dispute, in an event as from the API. */
export const disputeShape = z.object({
  id: z.string(),
  amount: paise,
  /** Nothing until it is lost. */
  amount_deducted: paise.nullish(),
  reason_code: z.string().nullish(),
  /** Unix seconds. */
  respond_by: z.number().nullish(),
  status: z.string(),
  phase: z.string(),
})

export type RazorpayOrder = z.output<typeof orderShape>
export type RazorpayTry = z.output<typeof tryShape>
type RazorpayRefund = z.output<typeof refundShape>

const refundStatuses: Record<RazorpayRefund['status'], RefundStatus> = {
  pending: 'pending',
  processed: 'made',
  failed: 'failed',
}

export function toRefund({
  id,
  payment_id,
  amount,
  status,
  notes,
}: RazorpayRefund): ProviderRefund {
  const key = notes[keyNote]
  return {
    id,
    paymentId: payment_id,
    amountPaise: amount,
    status: refundStatuses[status],
    key: typeof key === 'string' ? key : null,
  }
}

/** In these phases the bank only inquires, and a refund settles it. Later the amount is withheld already. */
const refundablePhases = ['fraud', 'retrieval']

/** An unknown status is shown as one to be answered, so that somebody looks at it. */
export function toDispute(dispute: z.output<typeof disputeShape>): ProviderDispute {
  const { id, amount, amount_deducted, reason_code, respond_by, phase } = dispute
  const status = disputeStatuses.find((known) => known === dispute.status) ?? 'open'
  const isEnded = status !== 'open' && status !== 'under_review'
  return {
    id,
    status,
    amountPaise: (status === 'lost' && amount_deducted) || amount,
    reason: reason_code ?? phase,
    answerBy: respond_by ? new Date(respond_by * 1000) : null,
    isRefundable: isEnded || refundablePhases.includes(phase),
  }
}

/** The note on an order for whose money the shop no longer waits. */
export const cancelledNote = 'cancelled'
/** The note on a refund that has its key. */
const keyNote = 'key'

/** The provider lists at most so many at once. */
const maxListed = 100

/**
 * Minutes. The provider captures by itself what is authorized within an hour, when the shop cancels an order, and sends
 * back what comes later.
 */
const capture = {
  capture: 'automatic',
  capture_options: {
    automatic_expiry_period: 60,
    manual_expiry_period: 60,
    refund_speed: 'normal',
  },
}

const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

/** The calls of Razorpay that the shop needs; see {@link RazorpayClient} for what they throw. */
export function razorpayApi(call: RazorpayClient) {
  const get = <T>(path: string, shape: z.ZodType<T>) => call({ method: 'GET', path }, shape)
  const named = encodeURIComponent

  return {
    createOrder: (order: { amount: Paise; currency: string; receipt: string }) =>
      call({ method: 'POST', path: '/orders', body: { ...order, payment: capture } }, orderShape),

    findOrder: (id: string) => get(`/orders/${named(id)}`, orderShape),

    /** Newest first. The provider finds receipts that contain the words; these are just the same. */
    async ordersWithReceipt(receipt: string): Promise<RazorpayOrder[]> {
      const path = `/orders?receipt=${named(receipt)}&count=${maxListed}`
      const { items } = await get(path, listOf(orderShape))
      return items.filter((order) => order.receipt === receipt)
    },

    noteCancelled: (id: string) =>
      call(
        {
          method: 'PATCH',
          path: `/orders/${named(id)}`,
          body: { notes: { [cancelledNote]: 'yes' } },
        },
        orderShape,
      ),

    findTry: (id: string) => get(`/payments/${named(id)}`, tryShape),

    async triesOf(orderId: string): Promise<RazorpayTry[]> {
      return (await get(`/orders/${named(orderId)}/payments`, listOf(tryShape))).items
    },

    async refundsOf(tryId: string): Promise<RazorpayRefund[]> {
      const path = `/payments/${named(tryId)}/refunds?count=${maxListed}`
      return (await get(path, listOf(refundShape))).items
    },

    findDispute: (id: string) => get(`/disputes/${named(id)}`, disputeShape),

    /** @param idempotencyKey at least 10 letters, digits, hyphens or underscores */
    refund(
      tryId: string,
      refund: {
        amount: Paise
        speed: 'normal' | 'optimum'
        key: string
        idempotencyKey: string
      },
    ) {
      const { amount, speed, key, idempotencyKey } = refund
      const path = `/payments/${named(tryId)}/refund`
      const body = { amount, speed, notes: { [keyNote]: key } }
      return call({ method: 'POST', path, body, key: idempotencyKey }, refundShape)
    },
  }
}

export type RazorpayApi = ReturnType<typeof razorpayApi>
