import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { Hono } from 'hono'
import { razorpayCalls } from './razorpay-api.ts'
import { Books, type Event, hmac, type Payment } from './razorpay-books.ts'
import { createFaults } from './razorpay-faults.ts'

/**
 * How the customer pays in Razorpay's own pages; what is only authorized waits for `capture`, as does all of an order
 * that did not ask for capturing by itself.
 */
export interface Try {
  method?: Payment['method']
  outcome?: 'captured' | 'authorized' | 'failed'
}

/** What the browser's handler is given after a payment. */
export type Handed = Record<
  'razorpay_order_id' | 'razorpay_payment_id' | 'razorpay_signature',
  string
>

interface Accounts {
  keyId: string
  keySecret: string
  webhookSecret: string
  uniqueReceipts?: boolean
}

/** What the shop asks its owner to choose in the dashboard, by name; Razorpay delivers no other event. */
export const chosenEvents = new Set(['payment.captured', 'refund.processed', 'refund.failed'])

/** A server that stands in for Razorpay, and all that happens outside of the shop: customers, banks, webhooks. */
export async function openRazorpay({ uniqueReceipts = false, ...account }: Accounts) {
  const books = new Books()
  const faults = createFaults()
  const app = new Hono()
  app.use(faults.middleware)
  app.route('/', razorpayCalls(books, { ...account, uniqueReceipts }))
  // What the tests beside it use of the web's objects stays Node's own.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    books,
    breakNext: faults.breakNext,
    /** What was asked so far, such as 'GET /v1/orders/order_…'. */
    asked: faults.asked,
    ...ownPages(books, account.keySecret),
    ...webhooks(account.webhookSecret),
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Razorpay = Awaited<ReturnType<typeof openRazorpay>>

/** What happens in Razorpay's own pages, and after. */
function ownPages(books: Books, keySecret: string) {
  return {
    /**
     * The customer tries to pay.
     *
     * @returns what the handler is given; null when the payment failed
     * @throws Error with the page's words when there is no such order, or it is paid
     */
    pay(orderId: string, { method = 'card', outcome = 'captured' }: Try = {}): Handed | null {
      const order = books.orders.get(orderId)
      if (!order) throw new Error('The id provided does not exist')
      if (order.status === 'paid') throw new Error('Payment already done for this order.')
      const payment = books.addPayment(order, method)
      if (outcome === 'failed') {
        books.fail(payment, 'Your payment was declined by the bank.')
        return null
      }
      books.authorize(payment)
      if (outcome === 'captured' && books.capturedByItself.has(orderId)) books.capture(payment)
      return {
        razorpay_order_id: orderId,
        razorpay_payment_id: payment.id,
        razorpay_signature: hmac(keySecret, `${orderId}|${payment.id}`),
      }
    },

    /** Razorpay captures what was authorized. */
    capture(paymentId: string) {
      const payment = books.payments.get(paymentId)
      if (!payment) throw new Error(`no payment ${paymentId}`)
      books.capture(payment)
    },
  }
}

/** Webhooks, signed; when, how often and in which order they are delivered is for the test to say. */
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

    /** Delivers a webhook to a shop, and answers its status. */
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
