import { createHash } from 'node:crypto'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import type { ProcessPaymentInput } from '#shop/checkout/checkout.endpoints.ts'
import { startCheckout } from '#shop/checkout/start/start-checkout.server.ts'
import { payPath } from '#shop/orders/links/pay-link.server.ts'
import { drawQr } from '#ui/qr/draw-qr.ts'
import { findBuyer } from './customers.store.server.ts'
import type { TakenOrder, TakeOrderInput } from './new-order.endpoints.ts'

interface OrderToTake extends TakeOrderInput {
  caller: Caller
  /** Of the network. */
  address: string
}

/**
 * Places an order for a customer who calls, or stands at the counter, by the checkout of all orders. A guest is added with
 * the order.
 *
 * @param replacedOrderId an unpaid order of the same customer that staff took: it ends, if this one can be had
 * @throws AppError not_found for a customer who is not known; conflict for a gift that is not paid before it is handed
 *   over, for a customised cake without an email, and as the checkout
 */
export async function takeOrder(
  context: AppContext,
  { caller, address, customer, paid, replacedOrderId, checkout }: OrderToTake,
): Promise<TakenOrder> {
  if (checkout.recipient && !paid) {
    throw fieldError('conflict', 'paid', 'A gift is paid now: nobody pays for their own present.')
  }
  const { id, name = '', mobileno, email } = customer
  const buyer = id ? await findBuyer(context.db, { id, mobileno }) : guestOf(customer, checkout)
  if (!buyer) throw new AppError('not_found', 'There is no such customer.')
  if (buyer.email === '' && checkout.order.some(({ customize }) => customize)) {
    throw fieldError('conflict', 'customer.email', 'The quote of a customised cake is mailed.')
  }
  const byLink = paid?.method === 'link'
  const { number, orderId, placed } = await startCheckout(context, {
    caller: buyer,
    address,
    input: { ...checkout, cash: !byLink },
    staff: {
      by: caller,
      paid: byLink ? null : paid,
      newGuest: id ? null : { name, mobileno, email },
      replacedOrderId,
    },
  })
  if (placed) return { orderId, number, toPay: null }
  const link = `${context.shop.publicUrl}${payPath(context, orderId)}`
  return { orderId, number, toPay: { link, qr: drawQr(link) } }
}

/** A checkout that is sent again has the same guest. */
function guestOf({ email }: { email: string }, { checkoutId = newId() }: ProcessPaymentInput) {
  const id = createHash('sha256').update(`guest ${checkoutId}`).digest('hex')
  return { id, email, role: 'customer' as const, isGuest: true as const }
}
