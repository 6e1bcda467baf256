import { setImmediate } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Ledger, newId, type Order, type Payment, unixNow } from './razorpay-ledger.ts'

/** An error response in the documented format. */
class RazorpayError extends Error {
  readonly status: 400 | 401 | 409
  readonly field: string | null

  constructor(description: string, more: { status?: 400 | 401 | 409; field?: string } = {}) {
    super(description)
    this.status = more.status ?? 400
    this.field = more.field ?? null
  }
}

const notes = z.record(z.string().max(256), z.string().max(256))
const minutes = z.int().min(12).max(7200)

const orderBody = z.strictObject({
  amount: z.int().min(100, 'Order amount less than minimum amount allowed'),
  currency: z.literal('INR'),
  receipt: z.string().max(40).optional(),
  notes: notes.optional(),
  partial_payment: z.boolean().optional(),
  payment: z
    .strictObject({
      capture: z.enum(['automatic', 'manual']),
      capture_options: z
        .strictObject({
          automatic_expiry_period: minutes,
          manual_expiry_period: minutes,
          refund_speed: z.enum(['normal', 'optimum']),
        })
        .refine((one) => one.manual_expiry_period >= one.automatic_expiry_period),
    })
    .optional(),
})

const refundBody = z.strictObject({
  amount: z.int().min(100, 'The amount must be at least INR 1.00').optional(),
  speed: z.enum(['normal', 'optimum']).default('normal'),
  notes: notes.optional(),
  receipt: z.string().optional(),
})

const notesBody = z.strictObject({ notes })

interface ApiSettings {
  keyId: string
  keySecret: string
  /** Whether a receipt may be used once only: accounts differ. */
  uniqueReceipts: boolean
}

/** The calls of Razorpay's API that a shop needs, as strict as its documents say. */
export function razorpayCalls(ledger: Ledger, settings: ApiSettings): Hono {
  const api = new Hono().basePath('/v1')
  const refundOnce = createRefunds(ledger)

  // The one call that takes the key's id alone.
  api.get('/methods', (c) => {
    const keyAlone = Buffer.from(`${settings.keyId}:`).toString('base64')
    if (c.req.header('authorization') !== `Basic ${keyAlone}`) {
      throw new RazorpayError('Authentication failed', { status: 401 })
    }
    return c.json({ entity: 'methods', ...ledger.methods })
  })

  api.use(async (c, next) => {
    const expected = Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')
    if (c.req.header('authorization') !== `Basic ${expected}`) {
      throw new RazorpayError('Authentication failed', { status: 401 })
    }
    await next()
  })

  api.post('/orders', async (c) => {
    const body = await bodyOf(c, orderBody)
    const isUsed = [...ledger.orders.values()].some(({ receipt }) => receipt === body.receipt)
    if (settings.uniqueReceipts && body.receipt && isUsed) {
      throw new RazorpayError('Order receipt should be unique.')
    }
    const order = newOrder(body)
    ledger.orders.set(order.id, order)
    if (body.payment?.capture === 'automatic') ledger.autoCaptured.add(order.id)
    return c.json(order)
  })

  api.get('/orders', (c) => {
    const receipt = c.req.query('receipt') ?? ''
    const found = [...ledger.orders.values()].filter((one) => one.receipt?.includes(receipt))
    return c.json(collection(found.reverse(), c))
  })

  api.get('/orders/:id', (c) => c.json(find(ledger.orders, 'order', c)))

  api.patch('/orders/:id', async (c) => {
    const order = find(ledger.orders, 'order', c)
    order.notes = (await bodyOf(c, notesBody)).notes
    return c.json(order)
  })

  api.get('/orders/:id/payments', (c) => {
    const payments = ledger.paymentsOf(find(ledger.orders, 'order', c).id)
    return c.json({ entity: 'collection', count: payments.length, items: payments })
  })

  api.get('/payments/:id', (c) => c.json(find(ledger.payments, 'pay', c)))

  api.get('/payments/:id/refunds', (c) =>
    c.json(collection(ledger.refundsOf(find(ledger.payments, 'pay', c).id).reverse(), c)),
  )

  api.post('/payments/:id/refund', async (c) => {
    const payment = find(ledger.payments, 'pay', c)
    const body = await bodyOf(c, refundBody)
    return c.json(await refundOnce(payment, body, c.req.header('x-refund-idempotency')))
  })

  api.get('/disputes/:id', (c) => c.json(find(ledger.disputes, 'disp', c)))

  api.notFound((c) => c.json(errorBody('The requested URL was not found on the server.'), 404))
  api.onError((error, c) => {
    if (!(error instanceof RazorpayError)) throw error
    return c.json(errorBody(error.message, error.field), error.status)
  })
  return api
}

function errorBody(description: string, field: string | null = null) {
  return {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      field,
      source: 'business',
      step: 'payment_initiation',
      reason: 'input_validation_failed',
      metadata: {},
    },
  }
}

async function bodyOf<T>(c: Context, shape: z.ZodType<T>): Promise<T> {
  if (c.req.header('content-type') !== 'application/json') {
    throw new RazorpayError('Please set the content type to application/json')
  }
  const checked = shape.safeParse(await c.req.json())
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const [field = ''] = issue.keys
    throw new RazorpayError(`${field} is/are not required and should not be sent`, { field })
  }
  throw new RazorpayError(issue?.message ?? '', { field: issue?.path.join('.') })
}

function find<T>(all: Map<string, T>, kind: string, c: Context): T {
  const id = c.req.param('id') ?? ''
  if (!new RegExp(`^${kind}_[0-9A-Za-z]{14}$`).test(id))
    throw new RazorpayError(`${id} is not a valid id`)
  const found = all.get(id)
  if (!found) throw new RazorpayError('The id provided does not exist')
  return found
}

/** Newest first, ten by default, at most a hundred. */
function collection<T>(all: T[], c: Context) {
  const count = Number(c.req.query('count') ?? 10)
  if (!(count >= 1 && count <= 100))
    throw new RazorpayError('The count may not be greater than 100.')
  const items = all.slice(0, count)
  return { entity: 'collection', count: items.length, items }
}

function newOrder({ amount, currency, receipt, notes }: z.output<typeof orderBody>): Order {
  return {
    id: newId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    currency,
    receipt: receipt ?? null,
    offer_id: null,
    status: 'created',
    attempts: 0,
    notes: notes ?? [],
    created_at: unixNow(),
  }
}

type RefundBody = z.output<typeof refundBody>

/** Refunds under idempotency keys: a repeated request has the same response, or 409 while the first one runs. */
function createRefunds(ledger: Ledger) {
  const done = new Map<string, { request: string; response: Promise<object>; hasEnded: boolean }>()

  async function refund(payment: Payment, { amount, speed, notes, receipt }: RefundBody) {
    await setImmediate()
    if (!payment.captured) {
      throw new RazorpayError('The payment status should be captured for action to be taken')
    }
    const left = payment.amount - payment.amount_refunded
    if (left === 0) throw new RazorpayError('The payment has been fully refunded already')
    if ((amount ?? left) > left) {
      throw new RazorpayError('The total refund amount is greater than the refund payment amount', {
        field: 'amount',
      })
    }
    if (ledger.refusal) throw new RazorpayError(ledger.refusal)
    const refund = ledger.addRefund(payment, {
      amount: amount ?? left,
      notes: notes ?? [],
      receipt: receipt ?? null,
      speed_requested: speed,
    })
    return { ...refund }
  }

  return async (payment: Payment, body: RefundBody, key: string | undefined) => {
    if (key === undefined) return refund(payment, body)
    if (!/^[\w-]{10,}$/.test(key)) throw new RazorpayError('The idempotency key is not valid')
    const request = JSON.stringify([payment.id, body])
    const before = done.get(key)
    if (before && before.request !== request) {
      throw new RazorpayError(
        'Different request with the same idempotency key has already been processed.',
      )
    }
    if (before && !before.hasEnded) {
      throw new RazorpayError('The request is being processed', { status: 409 })
    }
    if (before) return before.response
    const entry = { request, response: refund(payment, body), hasEnded: false }
    done.set(key, entry)
    return entry.response.finally(() => {
      entry.hasEnded = true
    })
  }
}
