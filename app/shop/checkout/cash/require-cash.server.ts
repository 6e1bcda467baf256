import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { findWantedSlot } from '#shop/delivery/options/open-slot.server.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'
import { type CashOrder, cashError, cashPlanOf } from './cash-on-delivery.ts'
import { countOpenCashOrders } from './cash-orders.store.server.ts'

/** Each is baked before anybody has paid for it. */
const maxOpenCashOrders = 3

interface CashRequest {
  caller: Caller
  input: ProcessPaymentInput
  deliveryAt: Date
  price: CashOrder['price']
}

/**
 * @throws AppError conflict where the order cannot be paid in cash, or its customer has too many such orders on their way;
 *   invalid for a time without a slot
 */
export async function requireCash(
  { deliveryPlan, clock }: Pick<AppContext, 'deliveryPlan' | 'clock'>,
  tx: Database,
  { caller, input, deliveryAt, price }: CashRequest,
) {
  const plan = cashPlanOf(deliveryPlan.current())
  if (!plan) throw fieldError('conflict', 'cash', 'This order is paid by card or UPI.')
  const wanted = { time: deliveryAt, slotId: input.slot, isPickup: input.pickup, now: clock.now() }
  const error = cashError(plan, {
    price,
    pincode: input.pickup ? null : (splitAddress(input.address ?? '')?.pincode ?? ''),
    slotId: findWantedSlot(deliveryPlan.current(), wanted).slot.id,
    isForSomebodyElse: input.recipient !== null,
    isGuest: caller.isGuest === true,
  })
  if (error) throw fieldError('conflict', 'cash', error)
  if ((await countOpenCashOrders(tx, caller.id)) < maxOpenCashOrders) return
  const sentence = `You have ${maxOpenCashOrders} orders in cash that have not arrived yet. Please pay this one by card or UPI.`
  throw fieldError('conflict', 'cash', sentence)
}
