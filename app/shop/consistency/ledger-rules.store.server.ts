import { sql } from 'drizzle-orm'
import type { DisputeRow } from '#shop/orders/disputes/disputes.store.server.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import {
  type ChargeCause,
  counts,
  duePaise,
  leftOfPayment,
  leftOnlinePaise,
  netCharges,
  overpaidPaise,
  takenPaise,
} from '#shop/orders/money/ledger.ts'
import { itemPaise } from '#shop/orders/money/order-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { formatInr, sumPaise } from '#shop/values/money.ts'
import { inr, namedRules } from './consistency.store.server.ts'

const compareWithProvider =
  'Compare with the provider’s list of payments (npm run check:consistency -- --with-provider).'
const compareWithPage = 'Compare the order’s page with its history.'

/** The payment that placed an order, or should. */
const checkoutOf = ({ payments }: Order) => payments.find(({ buys }) => buys?.kind === 'order')

/** 'placed, its payment succeeded'. */
const statesOf = (order: Order) =>
  `${order.state}, its payment ${checkoutOf(order)?.status ?? 'missing'}`

const isOfPlacing: readonly ChargeCause[] = ['placed', 'coupon']
const paidOnlineStates = [
  'awaiting_payment, its payment started',
  'placed, its payment succeeded',
  'expired, its payment cancelled',
  'expired, its payment succeeded',
]

/** What must be true of charges, payments, the provider's events and disputes. */
export const ledgerRules = namedRules({
  'order-and-payment': {
    requirement:
      'An order that is paid online is placed if and only if its payment succeeded, and expired otherwise.',
    remedy: compareWithProvider,
    violations: (order) =>
      order.paymentMethod === 'provider' &&
      !paidOnlineStates.includes(statesOf(order)) &&
      `order ${order.number} (${formatInr(order.chargedPaise)}) is ${statesOf(order)}`,
  },
  'cash-order': {
    requirement:
      'An order paid when it is handed over has no payment online, and is placed immediately.',
    remedy: compareWithProvider,
    violations: (order) =>
      order.paymentMethod === 'cash' &&
      (order.state !== 'placed' || checkoutOf(order)) &&
      `order ${order.number} is ${statesOf(order)}`,
  },
  'payment-order': {
    requirement: 'What a placed order was paid online is what was charged when it was placed.',
    remedy: compareWithProvider,
    violations: (order) => {
      const payment = checkoutOf(order)
      const paise = sumPaise(order.charges.filter(({ cause }) => isOfPlacing.includes(cause)))
      if (!payment || order.state === 'expired' || payment.paise === paise) return false
      return `payment ${payment.providerId ?? payment.id} of order ${order.number}: ${formatInr(payment.paise)} for ${formatInr(paise)}`
    },
  },
  'payment-events': {
    requirement: 'A webhook event is stored once, with its own payment, which has the same status.',
    remedy: compareWithProvider,
    rows: () => sql`
      select 'event ' || e.provider_event_id || ' (' || e.type || ') of payment '
        || coalesce(p.provider_id, e.payment_id::text) as what
      from payment_events e left join order_payments p on p.id = e.payment_id
      where p.id is null or p.provider <> e.provider or (e.type = 'succeeded' and p.status <> 'succeeded')
      union all
      select 'event ' || provider_event_id || ' is stored ' || count(*) || ' times' from payment_events
      group by provider, provider_event_id having count(*) > 1`,
  },
  'charged-sum': {
    requirement: 'What an order costs is the sum of its charges.',
    remedy: compareWithPage,
    violations: ({ number, chargedPaise, charges }) =>
      chargedPaise !== sumPaise(charges) &&
      `order ${number}: ${formatInr(chargedPaise)}, its charges ${formatInr(sumPaise(charges))}`,
  },
  'paid-sum': {
    requirement: 'What was paid for an order is the sum of its payments that count.',
    remedy: compareWithPage,
    violations: ({ number, paidPaise, payments }) => {
      const sum = sumPaise(payments.filter(counts))
      return (
        paidPaise !== sum &&
        `order ${number}: ${formatInr(paidPaise)}, its payments ${formatInr(sum)}`
      )
    },
  },
  'item-charges': {
    requirement:
      'The price of a cake that is made is charged once, and nothing for one that is not.',
    remedy: compareWithPage,
    violations: ({ state, number, items, charges }) =>
      items.map((item) => {
        const { id, position, status } = item
        const rows = charges.filter(({ itemId }) => itemId === id)
        const agreed = rows.filter(({ cause }) =>
          ['placed', 'coupon', 'quoted', 'changed'].includes(cause),
        )
        const [net, price, right] = [sumPaise(rows), sumPaise(agreed), itemPaise(item)]
        const isNotMade = cancelledStatuses.includes(status)
        const isBroken = isNotMade ? net !== 0 : price !== right || net < 0
        return (
          state === 'placed' &&
          isBroken &&
          `item ${position + 1} of order ${number} is ${status} at ${formatInr(right)}, charged ${formatInr(price)}, left ${formatInr(net)}`
        )
      }),
  },
  'shipping-charges': {
    requirement: 'Nothing is charged where nothing is made, and no line costs less than nothing.',
    remedy: compareWithPage,
    violations: (order) =>
      order.state === 'placed' &&
      netCharges(order).map(
        ({ line, paise }) =>
          line !== 'item' &&
          (paise < 0 || (paise > 0 && !isAnyMade(order))) &&
          `order ${order.number}: ${line} costs ${formatInr(paise)}`,
      ),
  },
  'refunds-within': {
    requirement:
      'Refunds and what banks took back are not more than was paid, and only of payments that succeeded.',
    remedy: compareWithProvider,
    violations: ({ payments }) =>
      [...new Set(payments.map(({ paymentId }) => paymentId))].map((id) => {
        const payment = payments.find((one) => one.id === id)
        const back = 0 - sumPaise(payments.filter(({ paymentId }) => paymentId === id))
        const paid = payment?.status === 'succeeded' ? payment.paise : 0
        return (
          id !== null &&
          (back < 0 || back > paid) &&
          `payment ${payment?.providerId ?? id} (${payment?.status ?? 'of another order'}): ${formatInr(back)} of ${formatInr(payment?.paise ?? 0)}`
        )
      }),
  },
  overpaid: {
    requirement:
      'What was paid online and is no longer charged is refunded, as far as no bank has taken it back.',
    remedy: 'Refund the rest on the order’s page.',
    violations: (order) =>
      order.state === 'placed' &&
      overpaidPaise(order) > 0 &&
      order.disputes.every(({ isRefundable }) => isRefundable) &&
      `order ${order.number}: ${formatInr(leftOnlinePaise(order))} left of the payment, ${formatInr(-duePaise(order))} too much`,
  },
  'unexpected-refund': {
    requirement: 'What came for an expired order is refunded in full, or is being refunded.',
    remedy: 'Refund it in the provider’s dashboard.',
    violations: ({ state, number, paidPaise, payments }) => {
      const isBeingMade = payments.some(({ status }) => status === 'requested')
      if (state !== 'expired' || paidPaise === 0 || isBeingMade) return false
      const isSlotGone = payments.some(({ returned }) => returned === 'slot-gone')
      return `order ${number}${isSlotGone ? ', whose slot was gone,' : ''} is expired, ${formatInr(paidPaise)} of its payment is left`
    },
  },
  'refund-waits': {
    requirement: 'No refund waits for more than six hours.',
    remedy:
      'Is the shop running, and can the provider be reached? The log says why each try failed.',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`-p.paise`)} as what
      from order_payments p join orders o on o.id = p.order_id
      where p.status = 'requested' and p.provider <> 'upi' and p.created_at < ${now} - interval '6 hours'`,
  },
  'refund-failed': {
    severity: 'notice',
    requirement: 'These refunds did not reach the card, in the last 90 days.',
    remedy: 'The money is with the shop again. Has the customer got it in another way?',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`-p.paise`)} as what
      from order_payments p join orders o on o.id = p.order_id
      where p.status = 'failed' and p.updated_at > ${now} - interval '90 days'`,
  },
  'door-money': {
    requirement:
      'At a door no more is taken than was due before less was charged, and what was settled leaves nothing open.',
    remedy: 'Ask who took it, and compare it with the order’s page.',
    violations: (order) => {
      const { number, charges, payments } = order
      const due = duePaise(order)
      const door = payments.find(({ cause }) => cause === 'door')
      const less = charges.filter((row) => door && row.paise < 0 && row.createdAt >= door.createdAt)
      const settled = payments.findLast(({ cause }) => cause === 'counter')
      const isSettled = settled && charges.every(({ createdAt }) => createdAt <= settled.createdAt)
      return (
        ((door && due < sumPaise(less)) || (isSettled && due !== 0)) &&
        `order ${number}: ${formatInr(takenPaise(order))} taken, ${formatInr(due)} due`
      )
    },
  },
  'late-charges': {
    requirement: 'What a late delivery costs less is decided once, and nothing else is.',
    remedy: 'Compare the order’s moves with its slot.',
    rows: () => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`-sum(c.paise)`)} || ' less, decided ' || coalesce(l.outcome, 'never') as what
      from order_charges c join orders o on o.id = c.order_id left join late_deliveries l on l.order_id = o.id
      where c.cause = 'late' and coalesce(l.outcome, 'never') not in ('owed', 'disputed')
      group by o.number, l.outcome`,
  },
  'dispute-lost': {
    requirement: 'A lost dispute takes what was left of its payment, and no other does.',
    remedy: 'Look at the dispute in the provider’s dashboard, and have its last event sent again.',
    violations: (order) => {
      const { state, number, payments, disputes } = order
      const losses = payments.filter(({ cause }) => cause === 'dispute')
      const lossesIn = ({ paymentId, providerDisputeId: id }: DisputeRow) =>
        losses.filter((row) => row.paymentId === paymentId && row.providerId === id)
      const unknown = losses.filter((row) => !disputes.flatMap(lossesIn).includes(row))
      const wrong = disputes.map((dispute) => {
        const { providerDisputeId, paymentId, status, amountPaise } = dispute
        const [lost, toLose] = [
          0 - sumPaise(lossesIn(dispute)),
          status === 'lost' ? amountPaise : 0,
        ]
        const payment = payments.find(({ id }) => id === paymentId)
        const isLeft = state === 'placed' && payment && leftOfPayment(order, payment) > 0
        return (
          (lost > toLose || (lost < toLose && isLeft)) &&
          `dispute ${providerDisputeId} of order ${number} is ${status} (${formatInr(amountPaise)}), lost ${formatInr(lost)}`
        )
      })
      return [
        ...wrong,
        ...unknown.map(({ paise }) => `order ${number}: ${formatInr(-paise)} lost in no dispute`),
      ]
    },
  },
  'dispute-unanswered': {
    severity: 'notice',
    requirement: 'These disputes were not answered in time, in the last 30 days.',
    remedy: 'Look in the provider’s dashboard: without an answer they are lost.',
    rows: ({ now }) => sql`
      select 'order ' || o.number || ': ' || ${inr(sql`d.amount_paise`)} as what
      from disputes d join order_payments p on p.id = d.payment_id join orders o on o.id = p.order_id
      where d.status = 'open' and d.answer_by < ${now} and d.answer_by > ${now} - interval '30 days'`,
  },
})
