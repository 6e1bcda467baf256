import { createHash } from 'node:crypto'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import type { ProcessPaymentInput } from '#shop/checkout/checkout.endpoints.ts'
import { startCheckout } from '#shop/checkout/start/start-checkout.server.ts'
import type { PaidBy } from '#shop/orders/door/take-door-money.server.ts'
import { findBuyer } from './customers.store.server.ts'
import type { OrderingCustomer } from './new-order.endpoints.ts'

interface TakenOrder {
  caller: Caller
  /** Of the network. */
  address: string
  customer: OrderingCustomer
  paid: PaidBy | null
  checkout: ProcessPaymentInput
}

/**
 * Places an order for a customer who calls, or stands at the counter, by the checkout of all orders. A guest is added with
 * the order.
 *
 * @returns its number
 * @throws AppError not_found for a customer who is not known; conflict for customised cakes, for a gift that is not paid
 *   now, and as the checkout
 */
export async function takeOrder(
  context: AppContext,
  { caller, address, customer, paid, checkout }: TakenOrder,
): Promise<{ number: number }> {
  if (checkout.order.some(({ customize }) => customize)) {
    throw fieldError('conflict', 'order', 'A customised cake needs a price first.')
  }
  if (checkout.recipient && !paid) {
    throw fieldError('conflict', 'paid', 'A gift is paid now: nobody pays for their own present.')
  }
  const { id, name = '', mobileno, email } = customer
  const buyer = id ? await findBuyer(context.db, { id, mobileno }) : guestOf(customer, checkout)
  if (!buyer) throw new AppError('not_found', 'There is no such customer.')
  const { number } = await startCheckout(context, {
    caller: buyer,
    address,
    input: { ...checkout, cash: true },
    staff: { by: caller, paid, newGuest: id ? null : { name, mobileno, email } },
  })
  return { number }
}

/** A checkout that is sent again has the same guest. */
function guestOf({ email }: { email: string }, { checkoutId = newId() }: ProcessPaymentInput) {
  const id = createHash('sha256').update(`guest ${checkoutId}`).digest('hex')
  return { id, email, role: 'customer' as const, isGuest: true as const }
}
