import { createHmac, randomInt } from 'node:crypto'
import { daySeconds } from '#platform/clock.ts'

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
  /** With its tax; null until it is captured. */
  fee: number | null
  tax: number | null
  notes: []
  error_code: string | null
  error_reason: string | null
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

export interface Dispute {
  id: string
  entity: 'dispute'
  payment_id: string
  amount: number
  currency: string
  amount_deducted: number
  reason_code: string
  respond_by: number
  status: 'open' | 'under_review' | 'won' | 'lost' | 'closed'
  phase: 'fraud' | 'retrieval' | 'chargeback' | 'pre_arbitration' | 'arbitration'
  created_at: number
}

/** A webhook. The test delivers it when and as often as it likes. */
export interface Event {
  id: string
  name: string
  /** The order it is about. */
  orderId: string | null
  disputeId?: string
  body: string
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export function newId(kind: 'order' | 'pay' | 'rfnd' | 'disp' | 'evt'): string {
  const random = Array.from({ length: 14 }, () => letters[randomInt(letters.length)])
  return `${kind}_${random.join('')}`
}

export const unixNow = () => Math.floor(Date.now() / 1000)

export const hmac = (secret: string, text: string) =>
  createHmac('sha256', secret).update(text).digest('hex')

/** Razorpay's records of one shop. */
export class Ledger {
  readonly orders = new Map<string, Order>()
  readonly payments = new Map<string, Payment>()
  readonly refunds = new Map<string, Refund>()
  readonly disputes = new Map<string, Dispute>()
  readonly events: Event[] = []
  /** Orders with automatic capture. */
  readonly autoCaptured = new Set<string>()
  /** What the account may take. */
  methods = { card: true, upi: true, amex: false, netbanking: { HDFC: 'HDFC Bank' } }
  /** Why no refund is made, such as that the payment is too old. */
  refusal: string | null = null
  /** The status of new refunds; {@link endRefund} ends a pending one. */
  refundsBegin: 'processed' | 'pending' = 'processed'

  paymentsOf(orderId: string): Payment[] {
    return [...this.payments.values()].filter((payment) => payment.order_id === orderId)
  }

  refundsOf(paymentId: string): Refund[] {
    return [...this.refunds.values()].filter((refund) => refund.payment_id === paymentId)
  }

  /** The customer tries to pay an order. */
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
      fee: null,
      tax: null,
      notes: [],
      error_code: null,
      error_reason: null,
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
    payment.error_reason = 'payment_failed'
    payment.error_description = description
    this.emit('payment.failed', { payment })
  }

  authorize(payment: Payment) {
    payment.status = 'authorized'
    this.emit('payment.authorized', { payment })
  }

  capture(payment: Payment) {
    payment.status = 'captured'
    payment.captured = true
    payment.tax = Math.round(payment.amount * 0.0036)
    payment.fee = Math.round(payment.amount * 0.02) + payment.tax
    this.emit('payment.captured', { payment })
    const order = this.orders.get(payment.order_id ?? '')
    if (!order || order.status === 'paid') return
    order.status = 'paid'
    order.amount_paid = payment.amount
    order.amount_due = 0
    this.emit('order.paid', { payment, order })
  }

  addRefund(
    payment: Payment,
    details: Pick<Refund, 'amount' | 'notes' | 'receipt' | 'speed_requested'>,
  ): Refund {
    const refund: Refund = {
      ...details,
      id: newId('rfnd'),
      entity: 'refund',
      currency: payment.currency,
      payment_id: payment.id,
      status: this.refundsBegin,
      created_at: unixNow(),
    }
    this.refunds.set(refund.id, refund)
    this.countRefund(payment, refund.amount)
    this.emit('refund.created', { refund, payment })
    if (refund.status === 'processed') this.emit('refund.processed', { refund, payment })
    return refund
  }

  /** The owner refunds a part of a payment in the dashboard. */
  refundInDashboard(payment: Payment, amount: number): Refund {
    return this.addRefund(payment, { amount, notes: [], receipt: null, speed_requested: 'normal' })
  }

  /** Ends a refund. One that was processed may still fail. */
  endRefund(id: string, status: 'processed' | 'failed') {
    const refund = this.refunds.get(id)
    const payment = this.payments.get(refund?.payment_id ?? '')
    if (!refund || !payment) throw new Error(`no refund ${id}`)
    refund.status = status
    if (status === 'failed') this.countRefund(payment, -refund.amount)
    this.emit(`refund.${status}`, { refund, payment })
  }

  /** The customer's bank wants money back. */
  openDispute(
    payment: Payment,
    {
      amount = payment.amount,
      phase = 'chargeback',
    }: Partial<Pick<Dispute, 'amount' | 'phase'>> = {},
  ): Dispute {
    const dispute: Dispute = {
      id: newId('disp'),
      entity: 'dispute',
      payment_id: payment.id,
      amount,
      currency: payment.currency,
      amount_deducted: 0,
      reason_code: 'goods_or_services_not_received_or_partially_received',
      respond_by: unixNow() + 3 * daySeconds,
      status: 'open',
      phase,
      created_at: unixNow(),
    }
    this.disputes.set(dispute.id, dispute)
    this.emit('payment.dispute.created', { payment, dispute })
    return dispute
  }

  /** A dispute goes on. Each event is a day later than the one before. */
  moveDispute(
    id: string,
    name: 'action_required' | 'under_review' | 'won' | 'lost' | 'closed',
    change: Partial<Pick<Dispute, 'respond_by' | 'phase' | 'amount_deducted'>> = {},
  ) {
    const dispute = this.disputes.get(id)
    const payment = this.payments.get(dispute?.payment_id ?? '')
    if (!dispute || !payment) throw new Error(`no dispute ${id}`)
    dispute.status = name === 'action_required' ? 'open' : name
    if (name === 'lost') dispute.amount_deducted = dispute.amount
    Object.assign(dispute, change)
    this.emit(`payment.dispute.${name}`, { payment, dispute })
  }

  private countRefund(payment: Payment, amount: number) {
    payment.amount_refunded += amount
    const isAll = payment.amount_refunded === payment.amount
    payment.refund_status = isAll ? 'full' : payment.amount_refunded > 0 ? 'partial' : null
    payment.status = isAll ? 'refunded' : 'captured'
  }

  private emit(
    name: string,
    about: { payment: Payment; order?: Order; refund?: Refund; dispute?: Dispute },
  ) {
    const earlier = this.events.filter(({ disputeId }) => disputeId === about.dispute?.id)
    const days = about.dispute ? earlier.length : 0
    const body = JSON.stringify({
      entity: 'event',
      account_id: 'acc_BFQ7uQEaa7j2z7',
      event: name,
      contains: Object.keys(about),
      payload: Object.fromEntries(
        Object.entries(about).map(([kind, entity]) => [kind, { entity }]),
      ),
      created_at: unixNow() + days * daySeconds,
    })
    const orderId = about.payment.order_id
    this.events.push({ id: newId('evt'), name, orderId, disputeId: about.dispute?.id, body })
  }
}
