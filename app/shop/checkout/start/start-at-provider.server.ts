import type { AppContext } from '#app/context.server.ts'
import type { AppError } from '#platform/app-error.ts'
import type { Order } from '#shop/orders/order.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import type { Paise } from '#shop/values/money.ts'
import type { StartedCheckout } from '../checkout.endpoints.ts'
import { settlePayment } from '../settle/settle-payment.server.ts'

interface StoredPayment {
  provider: string
  /** What the provider knows it by, and the key of its start. */
  reference: string
  /** The provider's id, if it was started before. */
  startedId: string | null
  paymentMethodId: string | null
  amountPaise: Paise
  order: Pick<Order, 'id' | 'number' | 'customerName' | 'customerEmail' | 'address'>
  /** Whether what it pays for is placed or bought already. */
  isPlaced: boolean
  /** Until when it can be paid. */
  until: Date
  /** Stores the provider's id unless there is one, and returns the stored one. */
  save: (paymentId: string) => Promise<string>
  /** Why it can no longer be paid. */
  overError: () => AppError
}

/**
 * Starts a payment that is stored, or continues the started one. Two tabs may start it at the same moment: both continue
 * with the one that was saved first. If it has succeeded meanwhile, it is settled: the provider does not allow a second
 * payment.
 *
 * @throws AppError as `overError` says, if its time is over
 */
export async function startAtProvider(
  deps: AppContext,
  { order, isPlaced, until, save, overError, ...stored }: StoredPayment,
): Promise<StartedCheckout> {
  const { reference, startedId, paymentMethodId, amountPaise } = stored
  const provider = getProvider(deps.payments, stored.provider)
  const start = (paymentId: string | null) =>
    provider.startPayment({
      key: reference,
      paymentId,
      paymentMethodId,
      amountPaise,
      currency: 'INR',
      reference,
      customer: { name: order.customerName, email: order.customerEmail },
      address: order.address,
    })
  const first = await start(startedId)
  const savedId = await save(first.id)
  const started = savedId === first.id ? first : await start(savedId)
  const paid = { provider: provider.name, paymentId: started.id }
  const settled =
    !isPlaced && started.status === 'succeeded' ? await settlePayment(deps, paid) : null
  if (settled?.state === 'expired') throw overError()
  const placed = isPlaced || settled?.state === 'placed'
  return {
    client_secret: started.clientSecret,
    orderId: order.id,
    number: order.number,
    placed,
    secondsToPay: placed ? 0 : secondsLeft(until, deps.clock.now()),
  }
}

export function secondsLeft(until: Date, now: Date): number {
  return Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000))
}
