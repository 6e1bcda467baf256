import { setImmediate } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { type Books, newId, type Order, type Payment, unixNow } from './razorpay-books.ts'

/** What a request is refused with, in the published shape of an error. */
class Refusal extends Error {
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
export function razorpayCalls(books: Books, settings: ApiSettings): Hono {
  const api = new Hono().basePath('/v1')
  const refundOnce = createRefunds(books)

  api.use(async (c, next) => {
    const expected = Buffer.from(`${settings.keyId}:${settings.keySecret}`).toString('base64')
    if (c.req.header('authorization') !== `Basic ${expected}`) {
      throw new Refusal('Authentication failed', { status: 401 })
    }
    await next()
  })

  api.post('/orders', async (c) => {
    const asked = await bodyOf(c, orderBody)
    const known = [...books.orders.values()].some(({ receipt }) => receipt === asked.receipt)
    if (settings.uniqueReceipts && asked.receipt && known) {
      throw new Refusal('Order receipt should be unique.')
    }
    const order = newOrder(asked)
    books.orders.set(order.id, order)
    if (asked.payment?.capture === 'automatic') books.capturedByItself.add(order.id)
    return c.json(order)
  })

  api.get('/orders', (c) => {
    const receipt = c.req.query('receipt') ?? ''
    const found = [...books.orders.values()].filter((one) => one.receipt?.includes(receipt))
    return c.json(collection(found.reverse(), c))
  })

  api.get('/orders/:id', (c) => c.json(known(books.orders, 'order', c)))

  api.patch('/orders/:id', async (c) => {
    const order = known(books.orders, 'order', c)
    order.notes = (await bodyOf(c, notesBody)).notes
    return c.json(order)
  })

  api.get('/orders/:id/payments', (c) => {
    const payments = books.paymentsOf(known(books.orders, 'order', c).id)
    return c.json({ entity: 'collection', count: payments.length, items: payments })
  })

  api.get('/payments/:id/refunds', (c) =>
    c.json(collection(books.refundsOf(known(books.payments, 'pay', c).id).reverse(), c)),
  )

  api.post('/payments/:id/refund', async (c) => {
    const payment = known(books.payments, 'pay', c)
    const asked = await bodyOf(c, refundBody)
    return c.json(await refundOnce(payment, asked, c.req.header('x-refund-idempotency')))
  })

  api.get('/refunds/:id', (c) => c.json(known(books.refunds, 'rfnd', c)))

  api.notFound((c) => c.json(errorBody('The requested URL was not found on the server.'), 404))
  api.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error
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
    throw new Refusal('Please set the content type to application/json')
  }
  const checked = shape.safeParse(await c.req.json())
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const [field = ''] = issue.keys
    throw new Refusal(`${field} is/are not required and should not be sent`, { field })
  }
  throw new Refusal(issue?.message ?? '', { field: issue?.path.join('.') })
}

function known<T>(all: Map<string, T>, kind: string, c: Context): T {
  const id = c.req.param('id') ?? ''
  if (!new RegExp(`^${kind}_[0-9A-Za-z]{14}$`).test(id))
    throw new Refusal(`${id} is not a valid id`)
  const found = all.get(id)
  if (!found) throw new Refusal('The id provided does not exist')
  return found
}

/** Newest first, ten unless more are asked for, a hundred at the most. */
function collection<T>(all: T[], c: Context) {
  const count = Number(c.req.query('count') ?? 10)
  if (!(count >= 1 && count <= 100)) throw new Refusal('The count may not be greater than 100.')
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

/** Refunds under keys: the same again answers the same, and 409 while the first is being worked on. */
function createRefunds(books: Books) {
  const done = new Map<string, { asked: string; answer: Promise<object>; ended: boolean }>()

  async function refund(payment: Payment, { amount, notes, receipt }: RefundBody) {
    await setImmediate()
    if (!payment.captured) {
      throw new Refusal('The payment status should be captured for action to be taken')
    }
    const left = payment.amount - payment.amount_refunded
    if (left === 0) throw new Refusal('The payment has been fully refunded already')
    if ((amount ?? left) > left) {
      throw new Refusal('The total refund amount is greater than the refund payment amount', {
        field: 'amount',
      })
    }
    const refund = books.addRefund(payment, {
      amount: amount ?? left,
      notes: notes ?? [],
      receipt: receipt ?? null,
    })
    return { ...refund }
  }

  return async (payment: Payment, body: RefundBody, key: string | undefined) => {
    if (key === undefined) return refund(payment, body)
    if (!/^[\w-]{10,}$/.test(key)) throw new Refusal('The idempotency key is not valid')
    const asked = JSON.stringify([payment.id, body])
    const before = done.get(key)
    if (before && before.asked !== asked) {
      throw new Refusal(
        'Different request with the same idempotency key has already been processed.',
      )
    }
    if (before && !before.ended) {
      throw new Refusal('The request is being processed', { status: 409 })
    }
    if (before) return before.answer
    const entry = { asked, answer: refund(payment, body), ended: false }
    done.set(key, entry)
    return entry.answer.finally(() => {
      entry.ended = true
    })
  }
}
