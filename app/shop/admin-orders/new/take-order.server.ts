import { createHash } from 'node:crypto'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { startCheckout } from '#shop/checkout/start/start-checkout.server.ts'
import { payPath } from '#shop/orders/links/pay-link.server.ts'
import { drawQr } from '#ui/qr/draw-qr.ts'
import type { TakenOrder, TakeOrderInput } from './new-order.endpoints.ts'

interface OrderToTake extends TakeOrderInput {
  caller: Caller
  /** Of the network. */
  address: string
}

/**
 * Places an order for a customer who calls, or stands at the counter, by the checkout of all orders. It belongs to a new
 * guest: nobody has proved whose number it is.
 *
 * @param replacedOrderId an unpaid order with the same number that staff took: it ends, if this one can be had
 * @throws AppError conflict for a customised cake without an email that is not paid at the counter, and as the checkout
 */
export async function takeOrder(
  context: AppContext,
  { caller, address, customer, paid, replacedOrderId, checkout }: OrderToTake,
): Promise<TakenOrder> {
  const { email } = customer
  const byLink = paid?.method === 'link'
  const isAtCounter = paid !== null && !byLink
  if (!email && !isAtCounter && checkout.order.some(({ customize }) => customize)) {
    throw fieldError('conflict', 'customer.email', 'The quote of a customised cake is mailed.')
  }
  // A checkout that is sent again has the same guest.
  const id = createHash('sha256')
    .update(`guest ${checkout.checkoutId ?? newId()}`)
    .digest('hex')
  const { number, orderId, placed } = await startCheckout(context, {
    caller: { id, email, role: 'customer', isGuest: true },
    address,
    input: { ...checkout, cash: !byLink },
    staff: {
      by: caller,
      paid: byLink ? null : paid,
      guest: customer,
      replacedOrderId,
    },
  })
  if (placed) return { orderId, number, toPay: null }
  const link = `${context.shop.publicUrl}${payPath(context, orderId)}`
  return { orderId, number, toPay: { link, qr: drawQr(link) } }
}
