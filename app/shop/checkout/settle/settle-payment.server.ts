import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { hourMs } from '#platform/durations.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { addOnlinePayment, markPaid } from '#shop/orders/money/ledger.store.server.ts'
import { leftOnlinePaise } from '#shop/orders/money/ledger.ts'
import {
  findCheckoutPayment,
  insertPaymentEvent,
  type ProviderPaymentRow,
  referenceOf,
  storeSettledEvent,
  updatePayment,
} from '#shop/orders/money/payments.store.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { notYours } from '#shop/orders/order-rules.ts'
import { customerActor, findOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { requestRefund, unexpectedKey } from '#shop/orders/refunds/refund-payment.server.ts'
import { slotGoneKey } from '#shop/orders/refunds/slot-gone.ts'
import { getProvider, type ProviderPayment } from '#shop/payments/payment-provider.ts'
import { settleBalance } from '../balance/settle-balance.server.ts'
import { findCustomerCheckout, type LockedPayment, lockPayment } from '../checkout.store.server.ts'
import { giveHeldBack } from '../held-places.server.ts'
import { keepOrderPlace } from './keep-order-place.server.ts'
import { placeOrder } from './place-order.server.ts'
import type { slotGoneMail, unexpectedPaymentMail } from './settle-mails.server.ts'

type OrderState = Order['state']

/**
 * Settles an order by its payment's status at the provider. The browser's return, the webhook and the reconciler all
 * call this, in any order and any number of times: a settled order stays as it is.
 *
 * @param provider the name of the payment's provider
 * @param eventId the provider's id of the webhook event, stored once; none for the other two callers
 * @returns the order's state afterwards; null if the payment belongs to no order here
 */
export async function settlePayment(
  deps: AppContext,
  { provider, paymentId, eventId }: { provider: string; paymentId: string; eventId?: string },
): Promise<{ state: OrderState; number: number } | null> {
  const now = deps.clock.now()
  const settled = eventId
    ? await storeSettledEvent(deps.db, { provider, paymentId, eventId, now })
    : null
  if (settled?.isFirst) return { state: settled.state, number: settled.number }
  const reported = await getProvider(deps.payments, provider).getPayment(paymentId)
  return deps.db.transaction(async (tx) => {
    const found = await lockReported(tx, provider, reported)
    if (!found) {
      deps.log.error({ paymentId, orderId: reported.reference }, 'a payment of no order here')
      return null
    }
    const { order, payment } = found
    const settle = payment.cause === 'checkout' ? settleCheckout : settleBalance
    const state = await settle(deps, tx, found, reported)
    await refundWhatCameTwice(deps, tx, found, reported)
    if (eventId) {
      await insertPaymentEvent(tx, {
        paymentId: payment.id,
        provider,
        providerEventId: eventId,
        type: reported.status,
        receivedAt: now,
      })
    }
    return { state, number: order.number }
  })
}

const uuid = z.uuid()

/** Exactly this payment, with its order: the provider's account may take other payments, under any reference. */
async function lockReported(
  tx: Database,
  provider: string,
  { id, reference }: ProviderPayment,
): Promise<LockedPayment | null> {
  if (!uuid.safeParse(reference).success) return null
  const locked = await lockPayment(tx, reference)
  if (locked?.payment.provider !== provider) return null
  return (locked.payment.providerId ?? id) === id ? locked : null
}

/** Stores the payment's new status and places or expires its order, if the status has changed. A success is final. */
async function settleCheckout(
  deps: AppContext,
  tx: Database,
  checkout: LockedPayment,
  reported: ProviderPayment,
): Promise<OrderState> {
  const { order, payment } = checkout
  const status =
    payment.status === 'succeeded' || reported.status === 'open' ? payment.status : reported.status
  const isAwaited = order.state === 'awaiting_payment'
  const [providerId, updatedAt] = [reported.id, deps.clock.now()]
  if (status === payment.status) {
    if (status === 'started' && !payment.providerId)
      await updatePayment(tx, payment.id, { status, providerId, updatedAt })
    return order.state
  }
  if (status === 'cancelled') {
    await updatePayment(tx, payment.id, { status, providerId, updatedAt })
    if (!isAwaited) return order.state
    await markExpired(tx, order.id)
    return 'expired'
  }
  const { amountPaise: paise, feePaise } = reported
  const captured = { id: payment.id, paise, providerId, feePaise }
  const isAgreedAmount =
    reported.amountPaise === payment.paise && reported.currency === payment.currency
  if (isAwaited && isAgreedAmount && (await keepOrderPlace(deps, tx, order))) {
    await placeOrder(deps, tx, order, { by: customerActor(order), captured })
    return 'placed'
  }
  await markPaid(tx, captured, updatedAt)
  if (isAwaited) await markExpired(tx, order.id)
  if (isAwaited && isAgreedAmount) await refundWithoutPlace(deps, tx, checkout)
  else await refundUnexpectedPayment(deps, tx, checkout, reported)
  return 'expired'
}

/** Refunds an order whose place has lapsed and whose slot cannot be had any more. Mails the customer other times. */
async function refundWithoutPlace(
  deps: AppContext,
  tx: Database,
  { order, payment }: LockedPayment,
) {
  await requestRefund(deps, tx, payment, {
    key: slotGoneKey(payment.id),
    paise: payment.paise,
    reason:
      'Paid after the hold of its delivery slot had lapsed, and the slot could not be had any more',
  })
  await queueMail<typeof slotGoneMail>(deps, tx, 'slot-gone', order.id, { orderId: order.id })
}

/** Refunds a late capture for an expired order, or an amount other than the agreed one. Mails the shop. */
async function refundUnexpectedPayment(
  deps: AppContext,
  tx: Database,
  { order, payment }: LockedPayment,
  reported: ProviderPayment,
) {
  await requestRefund(deps, tx, payment, {
    key: unexpectedKey(payment.id),
    paise: reported.amountPaise,
    reason: 'Money for an order that had expired, or of another amount',
  })
  await queueMail<typeof unexpectedPaymentMail>(deps, tx, 'unexpected-payment', `${order.number}`, {
    orderNumber: order.number,
    receivedPaise: reported.amountPaise,
    agreedPaise: payment.paise,
    isSecond: false,
  })
}

/** Money that came more than once is stored and refunded, each time by an id of its own. Mails the shop. */
async function refundWhatCameTwice(
  deps: AppContext,
  tx: Database,
  { order: { id: orderId, number: orderNumber }, payment }: LockedPayment,
  { captures = [] }: ProviderPayment,
) {
  if (captures.length < 2) return
  const stored = (await findOrder(tx, orderId))?.payments ?? []
  const unknown = captures.filter(({ id }) => !stored.some(({ providerId }) => providerId === id))
  const ofIt = stored.filter(
    ({ id, providerId }) => id === payment.id || captures.some((one) => one.id === providerId),
  )
  const isOfIt = (rowId: string | null) => ofIt.some(({ id }) => id === rowId)
  const payments = stored.filter((row) => isOfIt(row.id) || isOfIt(row.paymentId))
  const atProvider = captures.reduce((sum, one) => sum + one.amountPaise - one.refundedPaise, 0)
  let tooMuchPaise = atProvider - leftOnlinePaise({ payments })
  // The first is what the order counts.
  for (const { id: providerId, amountPaise } of unknown.slice(1)) {
    // The owner may have refunded one of them by hand.
    if (amountPaise > tooMuchPaise) continue
    tooMuchPaise -= amountPaise
    const second = await addOnlinePayment(tx, orderId, {
      paise: amountPaise,
      cause: 'balance',
      status: 'succeeded',
      provider: payment.provider,
      providerId,
      key: `second-${providerId}`,
      reason: 'Came more than once',
      by: 'provider',
      now: deps.clock.now(),
    })
    await requestRefund(deps, tx, second, {
      key: unexpectedKey(second.id),
      paise: amountPaise,
      reason: 'The customer paid more than once',
    })
    const event = `second-${second.id}`
    await queueMail<typeof unexpectedPaymentMail>(deps, tx, 'unexpected-payment', event, {
      orderNumber,
      receivedPaise: amountPaise,
      agreedPaise: payment.paise,
      isSecond: true,
    })
  }
}

/**
 * Called when the browser returns from the payment provider. The provider decides where the payment stands, not the
 * browser.
 *
 * @param signedReturn from the provider's own window, signed by the provider
 * @throws AppError forbidden for another customer's order; malformed if the provider did not sign the return
 */
export async function confirmPayment(
  deps: AppContext,
  {
    caller,
    address,
    orderId,
    signedReturn,
  }: {
    caller: Caller
    address: string
    orderId: string
    signedReturn?: Record<string, string>
  },
) {
  const order = await findCustomerCheckout(deps.db, caller.id, orderId)
  if (!order) throw notYours()
  const { number, payment } = order
  const paymentId = payment?.providerId
  if (!paymentId) return { state: order.state, number }
  const { provider } = payment
  let { state } = order
  if (state !== 'placed') {
    if (signedReturn) getProvider(deps.payments, provider).verifyReturn(paymentId, signedReturn)
    state = (await settlePayment(deps, { provider, paymentId }))?.state ?? state
  }
  if (state === 'placed') await stopCountingAsUnpaid(deps, address, order)
  return { state, number }
}

/** Once for an order: whether its webhook or its customer was faster, and however often the customer comes back. */
async function stopCountingAsUnpaid(
  deps: AppContext,
  address: string,
  { id, createdAt, held }: NonNullable<Awaited<ReturnType<typeof findCustomerCheckout>>>,
) {
  // What is older is not counted any more.
  const isRecent = deps.clock.now().getTime() < createdAt.getTime() + hourMs
  if (!isRecent || !(await deps.limiter.isFirst('paid', id))) return
  await deps.limiter.takeBackUnpaid(address)
  if (held) await giveHeldBack(deps, address, held)
}

/** Expires an order that awaits payment, as `cancelPayment` does. */
export async function expireUnpaidOrder(deps: AppContext, orderId: string) {
  const payment = await findCheckoutPayment(deps.db, orderId)
  if (payment) await cancelPayment(deps, payment)
}

/**
 * Cancels a started payment: at its provider first, and then here, with the order that awaits it. If it was paid after
 * all, it is settled so.
 *
 * @throws AppError unavailable when the provider does not respond
 */
export async function cancelPayment(deps: AppContext, payment: ProviderPaymentRow) {
  const { id, provider, providerId: paymentId } = payment
  if (paymentId) {
    await getProvider(deps.payments, provider).cancelPayment(paymentId)
    await settlePayment(deps, { provider, paymentId })
    return
  }
  // The provider was never called, or its response was lost: nobody has the secret to pay.
  await deps.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, referenceOf(payment))
    if (locked?.payment.status !== 'started' || locked.payment.providerId) return
    if (payment.cause === 'checkout') await markExpired(tx, payment.orderId)
    await updatePayment(tx, id, { status: 'cancelled', updatedAt: deps.clock.now() })
  })
}
