import { razorpayEvents } from '#shop/payments/razorpay/razorpay-provider.server.ts'
import { openFaultyServer } from './faulty-server.ts'
import { razorpayCalls } from './razorpay-api.ts'
import { type Event, hmac, Ledger, type Payment } from './razorpay-ledger.ts'

/**
 * How the customer pays in Razorpay's own pages. Authorized payments wait for `capture`, as do all payments of orders
 * without automatic capture.
 */
export interface Try {
  method?: Payment['method']
  outcome?: 'captured' | 'authorized' | 'failed'
}

/** What Razorpay passes to the browser's handler after a payment. */
export type HandlerResponse = Record<
  'razorpay_order_id' | 'razorpay_payment_id' | 'razorpay_signature',
  string
>

interface Accounts {
  keyId: string
  keySecret: string
  webhookSecret: string
  uniqueReceipts?: boolean
}

/** The events that the owner chooses in the dashboard. Razorpay delivers no others. */
export const chosenEvents = new Set(razorpayEvents.keys())

/** A server that stands in for Razorpay, and all that happens outside of the shop: customers, banks, webhooks. */
export async function openRazorpay({ uniqueReceipts = false, ...account }: Accounts) {
  const ledger = new Ledger()
  const api = razorpayCalls(ledger, { ...account, uniqueReceipts })
  const description = 'We are facing some trouble'
  const server = await openFaultyServer({
    answer: (request) => api.fetch(request),
    errorOf: (status) =>
      Response.json({ error: { code: 'SERVER_ERROR', description } }, { status }),
  })

  return {
    ...server,
    ledger,
    ...ownPages(ledger, account.keySecret),
    ...webhooks(account.webhookSecret),
  }
}

export type Razorpay = Awaited<ReturnType<typeof openRazorpay>>

/** What happens in Razorpay's own pages, and after. */
function ownPages(ledger: Ledger, keySecret: string) {
  return {
    /**
     * The customer tries to pay.
     *
     * @returns what the browser's handler gets; null if the payment failed
     * @throws Error with the page's words when there is no such order, or it is paid
     */
    pay(
      orderId: string,
      { method = 'card', outcome = 'captured' }: Try = {},
    ): HandlerResponse | null {
      const order = ledger.orders.get(orderId)
      if (!order) throw new Error('The id provided does not exist')
      if (order.status === 'paid') throw new Error('Payment already done for this order.')
      const payment = ledger.addPayment(order, method)
      if (outcome === 'failed') {
        ledger.fail(payment, 'Your payment was declined by the bank.')
        return null
      }
      ledger.authorize(payment)
      if (outcome === 'captured' && ledger.autoCaptured.has(orderId)) ledger.capture(payment)
      return {
        razorpay_order_id: orderId,
        razorpay_payment_id: payment.id,
        razorpay_signature: hmac(keySecret, `${orderId}|${payment.id}`),
      }
    },

    /** Razorpay captures what was authorized. */
    capture(paymentId: string) {
      const payment = ledger.payments.get(paymentId)
      if (!payment) throw new Error(`no payment ${paymentId}`)
      ledger.capture(payment)
    },
  }
}

/** Signed webhooks. The test delivers them when, as often and in the order it likes. */
function webhooks(webhookSecret: string) {
  const headersOf = ({ id, body }: Pick<Event, 'id' | 'body'>) =>
    new Headers({
      'content-type': 'application/json',
      'x-razorpay-event-id': id,
      'x-razorpay-signature': hmac(webhookSecret, body),
    })
  return {
    /** The headers a webhook comes with. */
    headersOf,

    /** Delivers a webhook to a shop and returns the status. */
    async deliver(shopUrl: string, event: Event): Promise<number> {
      if (!chosenEvents.has(event.name)) {
        throw new Error(`'${event.name}' is not chosen in the dashboard: ${[...chosenEvents]}`)
      }
      const url = `${shopUrl}/api/v1/payments/webhook/razorpay`
      const headers = headersOf(event)
      return (await fetch(url, { method: 'POST', headers, body: event.body })).status
    },
  }
}
