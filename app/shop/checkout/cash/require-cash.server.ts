import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { CartPrice } from '#shop/cart/price-cart.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'
import type { CheckoutDeps } from '../checkout-deps.server.ts'
import type { ChosenDelivery } from '../start/choose-delivery.server.ts'
import { cashError, cashPlanOf } from './cash-on-delivery.ts'
import { countOpenCashOrders } from './cash-orders.store.server.ts'

/** Each is baked before anybody has paid for it. */
const maxOpenCashOrders = 3

interface CashRequest {
  caller: Caller
  input: ProcessPaymentInput
  delivery: Pick<ChosenDelivery, 'place'>
  price: CartPrice
}

/** @throws AppError conflict where the order cannot be paid in cash, or its customer has too many such orders on their way */
export async function requireCash(
  { deliveryPlan }: Pick<CheckoutDeps, 'deliveryPlan'>,
  tx: Database,
  { caller, input, delivery: { place }, price }: CashRequest,
) {
  const plan = cashPlanOf(deliveryPlan.current())
  if (!plan || !place) throw fieldError('conflict', 'cash', 'This order is paid by card or UPI.')
  const error = cashError(plan, {
    price,
    pincode: input.pickup ? null : (splitAddress(input.address ?? '')?.pincode ?? ''),
    slotId: place.option.slot.id,
    isForSomebodyElse: input.recipient !== null,
    isGuest: caller.isGuest === true,
  })
  if (error) throw fieldError('conflict', 'cash', error)
  if ((await countOpenCashOrders(tx, caller.id)) < maxOpenCashOrders) return
  const sentence = `You have ${maxOpenCashOrders} orders in cash that have not arrived yet. Please pay this one by card or UPI.`
  throw fieldError('conflict', 'cash', sentence)
}
