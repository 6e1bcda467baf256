import { eq } from 'drizzle-orm'
import { unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { quotes } from '#shop/orders/orders.tables.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { reconcile } from '#shop/paying/reconcile-payments.job.server.ts'
import { settlePayment } from '#shop/paying/settle-payment.server.ts'
import type { PaymentProvider, ProviderPayment } from '#shop/payments/payment-provider.ts'
import { expireQuotes } from '#shop/quotes/answer-quote.server.ts'
import { updateRefund } from '#shop/refunds/refund-payment.server.ts'
import { begin, buy, customLine, pay, truffleLine } from './checkout-steps.ts'
import { openTestShop, type TestShop } from './test-shop.ts'

/** Overrides of the provider's payments, by their ids. */
type Overrides = Map<string, Partial<ProviderPayment>>

/** A provider with overrides of some payments, and with refunds that fail. */
function withOverrides(
  real: PaymentProvider,
  overrides: Overrides,
  failedRefunds: Set<string>,
): PaymentProvider {
  return {
    ...real,
    getPayment: async (id) => ({ ...(await real.getPayment(id)), ...overrides.get(id) }),
    refundsOf: async (id) =>
      (await real.refundsOf(id)).map((refund) =>
        failedRefunds.has(refund.id) ? { ...refund, status: 'failed' } : refund,
      ),
  }
}

/** A test shop with an order of every kind, placed through its own use cases, after all jobs have run. */
export async function openBusyShop() {
  const overrides: Overrides = new Map()
  const failedRefunds = new Set<string>()
  const shop = await openTestShop({
    payments: (real) => withOverrides(real, overrides, failedRefunds),
  })
  try {
    await shop.addCake()
    const asha = await shop.customer()
    const admin = await shop.admin()
    const trade = { shop, token: asha.token, admin: admin.token, overrides, failedRefunds }
    const orders = { ...(await cardOrders(trade)), ...(await customOrders(trade)) }
    await shop.runJobs()
    return { ...trade, orders }
  } catch (error) {
    await shop.close()
    throw error
  }
}

interface Trade {
  shop: TestShop
  token: string
  admin: string
  overrides: Overrides
  failedRefunds: Set<string>
}

const newCheckout = () => ({ checkoutId: crypto.randomUUID() })

async function cardOrders(trade: Trade) {
  const { shop, token } = trade
  const plain = await buy(shop, token, newCheckout())
  const mixed = await buy(shop, token, { order: [truffleLine, customLine], ...newCheckout() })
  const cancelled = await buy(shop, token, newCheckout())
  await cancel(trade, cancelled.orderId)
  const refunded = await buy(shop, token, newCheckout())
  await refund(trade, refunded.orderId, 300)
  const refundedThenCancelled = await buy(shop, token, newCheckout())
  await refund(trade, refundedThenCancelled.orderId, 250.5)
  await cancel(trade, refundedThenCancelled.orderId)
  const bounced = await buy(shop, token, newCheckout())
  await bounce(trade, bounced.orderId)
  const expired = await begin(shop, token, newCheckout())
  shop.wait(unpaidOrderLifetimeMs)
  await reconcile(shop.context)
  return {
    plain: plain.orderId,
    mixed: mixed.orderId,
    cancelled: cancelled.orderId,
    refunded: refunded.orderId,
    refundedThenCancelled: refundedThenCancelled.orderId,
    bounced: bounced.orderId,
    expired: expired.body.orderId,
    late: await payLate(trade),
    wrong: await payOther(trade),
    awaiting: (await begin(shop, token, newCheckout())).body.orderId,
  }
}

const cancel = ({ shop, token }: Trade, orderId: string) =>
  shop.post('/orders/cancelOrders', { email: 'asha@example.in', orderId }, token)

const refund = ({ shop, admin }: Trade, orderId: string, amount: number) =>
  shop.post(
    '/orders/refund',
    { orderId, amount, reason: 'A dented cake', key: crypto.randomUUID() },
    admin,
  )

/** A refund that the provider accepted and that failed later. */
async function bounce(trade: Trade, orderId: string) {
  const { shop, failedRefunds } = trade
  await refund(trade, orderId, 100)
  await shop.runJobs()
  const { payments = [] } = (await findOrder(shop.context.db, orderId)) ?? {}
  const refundId = payments.find(({ cause }) => cause === 'refund')?.providerId ?? ''
  failedRefunds.add(refundId)
  const paymentId = payments.find(({ buys }) => buys?.kind === 'order')?.providerId ?? ''
  await updateRefund(shop.context, { provider: 'sandbox', paymentId, refundId })
}

/** Starts a checkout and pays. The shop has not settled it yet. */
async function paid({ shop, token }: Trade) {
  const { body } = await begin(shop, token, newCheckout())
  await pay(shop, body)
  return { orderId: body.orderId, paymentId: body.client_secret?.split('_secret_')[0] ?? '' }
}

const settle = ({ shop }: Trade, paymentId: string) =>
  settlePayment(shop.context, { provider: 'sandbox', paymentId })

/** A late capture: the payment succeeds after the order expired. */
async function payLate(trade: Trade): Promise<string> {
  const { orderId, paymentId } = await paid(trade)
  trade.overrides.set(paymentId, { status: 'cancelled' })
  await settle(trade, paymentId)
  trade.overrides.delete(paymentId)
  await settle(trade, paymentId)
  return orderId
}

/** A payment of another amount. */
async function payOther(trade: Trade): Promise<string> {
  const { orderId, paymentId } = await paid(trade)
  trade.overrides.set(paymentId, { amountPaise: 12_345 })
  await settle(trade, paymentId)
  return orderId
}

async function customOrders(trade: Trade) {
  const { shop, token } = trade
  const place = async () =>
    (await buy(shop, token, { order: [customLine], amount: 0, ...newCheckout() })).orderId
  const quoted = async () => {
    const orderId = await place()
    await decide(trade, orderId, { data: 1, msg: 1450 })
    return orderId
  }
  const [accepted, prepared, declined, ended] = [
    await quoted(),
    await quoted(),
    await quoted(),
    await quoted(),
  ]
  await answer(trade, accepted, 'accept')
  await answer(trade, prepared, 'accept')
  await decide(trade, prepared, {})
  await answer(trade, declined, 'decline')
  await end(trade, ended)
  const requoted = await quoted()
  shop.wait(1)
  await decide(trade, requoted, { data: 1, msg: 1600 })
  await answer(trade, requoted, 'accept')
  const withdrawn = await quoted()
  await cancel(trade, withdrawn)
  const rejected = await place()
  await decide(trade, rejected, { data: 2, msg: 'No oven is that large' })
  const open = await quoted()
  return { accepted, prepared, declined, ended, requoted, withdrawn, rejected, open }
}

async function decide({ shop, admin }: Trade, order: string, more: object) {
  const [item] = await itemsOf(shop.context.db, order)
  const { status } = await shop.post(
    '/orders/confirmOrder',
    { order, suborder: item?.id, data: '', ...more },
    admin,
  )
  if (status !== 200) throw new Error(`the baker could not decide: ${status}`)
}

const newestQuote = async ({ shop }: Trade, orderId: string) =>
  (await quotesOfOrder(shop.context.db, orderId)).at(-1)?.id ?? ''

async function answer(trade: Trade, orderId: string, answer: 'accept' | 'decline') {
  const quote = await newestQuote(trade, orderId)
  const { status } = await trade.shop.post('/orders/answerQuote', { quote, answer }, trade.token)
  if (status !== 200) throw new Error(`the customer could not answer: ${status}`)
}

/** The quote's deadline passes. */
async function end(trade: Trade, orderId: string) {
  const { db, clock } = trade.shop.context
  const id = await newestQuote(trade, orderId)
  await db.update(quotes).set({ answerBy: clock.now() }).where(eq(quotes.id, id))
  await expireQuotes(trade.shop.context)
}
