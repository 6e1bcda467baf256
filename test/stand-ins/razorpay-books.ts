import { createHmac, randomInt } from 'node:crypto'

/** Entities as Razorpay's API writes them, as far as the shop could read them. */
export interface Order {
  id: string
  entity: 'order'
  amount: number
  amount_paid: number
  amount_due: number
  currency: string
  receipt: string | null
  offer_id: null
  status: 'created' | 'attempted' | 'paid'
  attempts: number
  notes: Record<string, string> | []
  created_at: number
}

export interface Payment {
  id: string
  entity: 'payment'
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  order_id: string | null
  method: 'card' | 'upi'
  amount_refunded: number
  refund_status: null | 'partial' | 'full'
  captured: boolean
  notes: []
  error_code: string | null
  error_description: string | null
  created_at: number
}

export interface Refund {
  id: string
  entity: 'refund'
  amount: number
  currency: string
  payment_id: string
  notes: Record<string, string> | []
  receipt: string | null
  status: 'pending' | 'processed' | 'failed'
  speed_requested: 'normal' | 'optimum'
  created_at: number
}

/** A webhook to be delivered, as often, as late and in whatever order the test likes. */
export interface Event {
  id: string
  name: string
  /** The order it is about. */
  orderId: string | null
  body: string
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newId(kind: 'order' | 'pay' | 'rfnd' | 'evt'): string {
  const random = Array.from({ length: 14 }, () => letters[randomInt(letters.length)])
  return `${kind}_${random.join('')}`
}

export const unixNow = () => Math.floor(Date.now() / 1000)

export const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

/** All that Razorpay knows of one shop, and what happens to it. */
export class Books {
  readonly orders = new Map<string, Order>()
  readonly payments = new Map<string, Payment>()
  readonly refunds = new Map<string, Refund>()
  readonly events: Event[] = []
  /** Orders whose payments the provider captures as soon as the bank allows. */
  readonly capturedByItself = new Set<string>()
  /** How a new refund begins; a pending one is ended by {@link endRefund}. */
  refundsBegin: 'processed' | 'pending' = 'processed'

  paymentsOf(orderId: string): Payment[] {
    return [...this.payments.values()].filter((payment) => payment.order_id === orderId)
  }

  refundsOf(paymentId: string): Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.payment_id === paymentId)
  }

  /** A try of the customer to pay an order. */
  addPayment(order: Order, method: Payment['method']): Payment {
    const payment: Payment = {
      id: newId('pay'),
      entity: 'payment',
      amount: order.amount,
      currency: order.currency,
      status: 'created',
      order_id: order.id,
      method,
      amount_refunded: 0,
      refund_status: null,
      captured: false,
      notes: [],
      error_code: null,
      error_description: null,
      created_at: unixNow(),
    }
    this.payments.set(payment.id, payment)
    order.attempts++
    if (order.status === 'created') order.status = 'attempted'
    return payment
  }

  fail(payment: Payment, description: string) {
    payment.status = 'failed'
    payment.error_code = 'BAD_REQUEST_ERROR'
    payment.error_description = description
    this.tell('payment.failed', { payment })
  }

  authorize(payment: Payment) {
    payment.status = 'authorized'
    this.tell('payment.authorized', { payment })
  }

  capture(payment: Payment) {
    payment.status = 'captured'
    payment.captured = true
    this.tell('payment.captured', { payment })
    const order = this.orders.get(payment.order_id ?? '')
    if (!order || order.status === 'paid') return
    order.status = 'paid'
    order.amount_paid = payment.amount
    order.amount_due = 0
    this.tell('order.paid', { payment, order })
  }

  addRefund(payment: Payment, asked: Pick<Refund, 'amount' | 'notes' | 'receipt'>): Refund {
    const refund: Refund = {
      ...asked,
      id: newId('rfnd'),
      entity: 'refund',
      currency: payment.currency,
      payment_id: payment.id,
      status: this.refundsBegin,
      speed_requested: 'normal',
      created_at: unixNow(),
    }
    this.refunds.set(refund.id, refund)
    this.countRefund(payment, refund.amount)
    this.tell('refund.created', { refund, payment })
    if (refund.status === 'processed') this.tell('refund.processed', { refund, payment })
    return refund
  }

  /** What becomes of a refund in the end; one that was processed may fail yet. */
  endRefund(id: string, status: 'processed' | 'failed') {
    const refund = this.refunds.get(id)
    const payment = this.payments.get(refund?.payment_id ?? '')
    if (!refund || !payment) throw new Error(`no refund ${id}`)
    refund.status = status
    if (status === 'failed') this.countRefund(payment, -refund.amount)
    this.tell(`refund.${status}`, { refund, payment })
  }

  private countRefund(payment: Payment, amount: number) {
    payment.amount_refunded += amount
    const isAll = payment.amount_refunded === payment.amount
    payment.refund_status = isAll ? 'full' : payment.amount_refunded > 0 ? 'partial' : null
    payment.status = isAll ? 'refunded' : 'captured'
  }

  private tell(name: string, about: { payment: Payment; order?: Order; refund?: Refund }) {
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_BFQ7uQEaa7j2z7',
      event: name,
      contains: Object.keys(about),
      payload: Object.fromEntries(
        Object.entries(about).map(([kind, entity]) => [kind, { entity }]),
      ),
      created_at: unixNow(),
    })
    this.events.push({ id: newId('evt'), name, orderId: about.payment.order_id, body })
  }
}
