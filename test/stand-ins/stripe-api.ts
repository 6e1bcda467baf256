import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { createMethod, methodParams } from './stripe-cards.ts'
import { findDispute } from './stripe-disputes.ts'
import { list, parseForm, readParams } from './stripe-form.ts'
import {
  answerBank,
  attachMethod,
  cancelIntent,
  cancelParams,
  changedIntentParams,
  confirmIntent,
  confirmParams,
  createIntent,
  findIntent,
  intentOfSecret,
  newIntentParams,
} from './stripe-intents.ts'
import type { Answer, createIdempotency } from './stripe-keys.ts'
import { type Intent, type Ledger, newId } from './stripe-ledger.ts'
import { createRefund, listRefunds, newRefundParams, refundListParams } from './stripe-refunds.ts'
import { invalidRequest, StripeRefusal } from './stripe-refusal.ts'

interface ApiSettings {
  ledger: Ledger
  endpoints: () => object[]
  secretKey: string
  publishableKey: string
  apiVersion: string
  idempotency: ReturnType<typeof createIdempotency>
}

type Caller = 'server' | 'browser'

/** One call of the API: who may make it, what it takes, what it does. */
interface Call<Params> {
  method: 'get' | 'post'
  path: string
  by: Caller[]
  params: z.ZodType<Params>
  run(call: { params: Params; id: string; caller: Caller }): object
}

const nothing = z.strictObject({})
const readIntentParams = z.strictObject({
  client_secret: z.string().optional(),
  expand: list(z.literal('latest_charge.balance_transaction')).optional(),
})
const bankAnswer = z.strictObject({
  client_secret: z.string().optional(),
  approve: z.enum(['true', 'false']),
})

/** What the calls know of the fault. */
interface FaultEnv {
  Bindings: { failsForGood: boolean }
}

/** The calls of Stripe's API that a shop and its customers' browsers need, as strict as its documents say. */
export function stripeCalls(settings: ApiSettings): Hono<FaultEnv> {
  const { ledger } = settings
  const api = new Hono<FaultEnv>().use(cors())
  const serve = <Params>(call: Call<Params>) => {
    api.on(call.method.toUpperCase(), call.path, (c) => respond(c, settings, call))
  }
  /** A browser must know the secret; the shop's server has its key. */
  const intentFor = (caller: Caller, id: string, secret: string | undefined) =>
    caller === 'server' ? findIntent(ledger, id) : intentOfSecret(ledger, id, secret)

  serve({
    method: 'post',
    path: '/v1/payment_methods',
    by: ['browser'],
    params: methodParams,
    run: ({ params }) => createMethod(ledger, params),
  })
  serve({
    method: 'post',
    path: '/v1/payment_intents',
    by: ['server'],
    params: newIntentParams,
    run: ({ params }) => createIntent(ledger, params),
  })
  serve({
    method: 'get',
    path: '/v1/payment_intents/:id',
    by: ['server', 'browser'],
    params: readIntentParams,
    run: ({ params, id, caller }) => {
      const intent = intentFor(caller, id, params.client_secret)
      return params.expand ? withFee(ledger, intent) : forCaller(caller, intent)
    },
  })
  serve({
    method: 'post',
    path: '/v1/payment_intents/:id',
    by: ['server'],
    params: changedIntentParams,
    run: ({ params, id }) => attachMethod(ledger, findIntent(ledger, id), params.payment_method),
  })
  serve({
    method: 'post',
    path: '/v1/payment_intents/:id/confirm',
    by: ['server', 'browser'],
    params: confirmParams,
    run: ({ params, id, caller }) => {
      const intent = intentFor(caller, id, params.client_secret)
      return forCaller(caller, confirmIntent(ledger, intent, params.payment_method))
    },
  })
  serve({
    method: 'post',
    path: '/v1/payment_intents/:id/cancel',
    by: ['server'],
    params: cancelParams,
    run: ({ id }) => cancelIntent(ledger, findIntent(ledger, id)),
  })
  serve({
    method: 'post',
    path: '/v1/refunds',
    by: ['server'],
    params: newRefundParams,
    run: ({ params }) => createRefund(ledger, params),
  })
  serve({
    method: 'get',
    path: '/v1/refunds',
    by: ['server'],
    params: refundListParams,
    run: ({ params }) => listRefunds(ledger, params),
  })
  serve({
    method: 'get',
    path: '/v1/disputes/:id',
    by: ['server'],
    params: nothing,
    run: ({ id }) => findDispute(ledger, id),
  })
  serve({
    method: 'get',
    path: '/v1/webhook_endpoints',
    by: ['server'],
    params: z.strictObject({ limit: z.string().optional() }),
    run: () => ({ object: 'list', data: settings.endpoints(), has_more: false }),
  })
  // Not Stripe's: the customer's answer in the bank's own dialog.
  serve({
    method: 'post',
    path: '/bank/payment_intents/:id',
    by: ['browser'],
    params: bankAnswer,
    run: ({ params, id, caller }) => {
      const intent = intentOfSecret(ledger, id, params.client_secret)
      return forCaller(caller, answerBank(ledger, intent, params.approve === 'true'))
    },
  })
  return api
}

/** With its charge, and what was kept of it. */
function withFee({ tellsFees }: Ledger, intent: Intent): object {
  const { latest_charge: id, amount_received, currency } = intent
  if (!id) return intent
  const fee = Math.round(amount_received * 0.03)
  const balance_transaction = tellsFees ? { object: 'balance_transaction', fee, currency } : null
  return { ...intent, latest_charge: { id, object: 'charge', balance_transaction } }
}

/** Browsers do not see the metadata. */
function forCaller(caller: Caller, intent: Intent): object {
  if (caller === 'server') return intent
  const { metadata: _, ...visible } = intent
  return visible
}

async function respond<Params>(
  c: Context<FaultEnv>,
  settings: ApiSettings,
  call: Call<Params>,
): Promise<Response> {
  const headers = new Headers({ 'request-id': newId('req') })
  try {
    const { status, body, isReplay } = await answer(c, settings, call)
    if (isReplay) headers.set('idempotent-replayed', 'true')
    // It is stored: a retry would get the same.
    if (status >= 500) headers.set('stripe-should-retry', 'false')
    return Response.json(body, { status, headers })
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return Response.json({ error: error.body }, { status: error.status, headers })
  }
}

async function answer<Params>(
  c: Context<FaultEnv>,
  settings: ApiSettings,
  call: Call<Params>,
): Promise<Answer & { isReplay: boolean }> {
  const text = call.method === 'get' ? new URL(c.req.url).search : await c.req.text()
  const { key, _stripe_version: _, ...form } = parseForm(text)
  const caller = callerOf(c, settings, typeof key === 'string' ? key : undefined)
  if (!call.by.includes(caller)) throw wrongKey(caller)
  if (caller === 'server') assertVersion(c, settings.apiVersion)
  if (call.method === 'post' && text) assertFormEncoding(c)
  const params = readParams(call.params, form)
  const work = () =>
    attempt(settings.ledger, () => {
      if (c.env.failsForGood) throw failure()
      return call.run({ params, id: c.req.param('id') ?? '', caller })
    })
  const idempotencyKey = c.req.header('idempotency-key')
  if (call.method === 'get' || !idempotencyKey) return { ...(await work()), isReplay: false }
  return settings.idempotency.once(idempotencyKey, `${c.req.path} ${text}`, work)
}

/** Does the work. A rejection by Stripe is a response like any other. */
async function attempt({ pace }: Ledger, run: () => object): Promise<Answer> {
  await pace()
  try {
    return { status: 200, body: structuredClone(run()) }
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
    return { status: error.status, body: structuredClone({ error: error.body }) }
  }
}

function callerOf(c: Context, settings: ApiSettings, inForm: string | undefined): Caller {
  const key = keyOf(c.req.header('authorization')) ?? inForm
  if (key === settings.secretKey) return 'server'
  if (key === settings.publishableKey) return 'browser'
  const message = key ? `Invalid API Key provided: ${key.slice(0, 8)}***` : 'No API key provided.'
  throw new StripeRefusal(401, { type: 'invalid_request_error', message })
}

function keyOf(authorization: string | undefined): string | undefined {
  const [scheme, value] = authorization?.split(' ') ?? []
  if (scheme === 'Bearer') return value
  if (scheme !== 'Basic' || !value) return undefined
  return Buffer.from(value, 'base64').toString().replace(/:$/, '')
}

function wrongKey(caller: Caller): StripeRefusal {
  if (caller === 'server') return invalidRequest('Cards are given by browsers, never by a server.')
  const message = 'This API call cannot be made with a publishable API key.'
  const code = 'secret_key_required'
  return new StripeRefusal(401, { type: 'invalid_request_error', code, message })
}

/** Otherwise Stripe would use the account's version, which was not tested. */
function assertVersion(c: Context, apiVersion: string) {
  const version = c.req.header('stripe-version')
  if (version !== apiVersion) throw invalidRequest(`Invalid Stripe API version: ${version}`)
}

function assertFormEncoding(c: Context) {
  const type = c.req.header('content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw invalidRequest('Invalid request: the content type must be form encoded.')
  }
}

function failure(): StripeRefusal {
  return new StripeRefusal(500, { type: 'api_error', message: 'An unknown error occurred.' })
}
