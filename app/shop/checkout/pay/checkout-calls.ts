import { call } from '#platform/http/api-client.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { priceCart } from '#shop/cart/price-cart.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { toRupees } from '#shop/values/money.ts'
import type { confirmPaymentEndpoint, processPaymentEndpoint } from '../checkout.endpoints.ts'
import { addressLine, type ShippingDetails } from '../shipping/shipping-details.ts'

/** What is ordered, by whom, and where it goes. */
export interface Checkout {
  lines: readonly CartLine[]
  shipping: ShippingDetails
  customer: { name: string; email: string; mobileno: string }
}

/** Orders the cart under the checkout's id; the server prices it anew. @throws ApiError */
export function processPayment(
  { lines, shipping, customer }: Checkout,
  { checkoutId, paymentMethodId }: { checkoutId: string; paymentMethodId: string | null },
) {
  return call<typeof processPaymentEndpoint>('POST /orders/process-payment', {
    body: {
      paymentMethodId,
      address: addressLine(shipping),
      time: kolkataToInstant(shipping.deliveryAt).toISOString(),
      amount: toRupees(priceCart(lines).cardTotal),
      order: [...lines],
      user: { email: customer.email },
      checkoutId,
    },
  })
}

/**
 * Asks where the order stands now that the company has been paid; `brought` is what its own window gave.
 *
 * @throws ApiError
 */
export function confirmPayment(orderId: string, brought?: Record<string, string>) {
  return call<typeof confirmPaymentEndpoint>('POST /orders/confirm-payment', {
    body: { orderId, brought },
  })
}
