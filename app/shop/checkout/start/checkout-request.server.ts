import { createHash } from 'node:crypto'
import type { Caller } from '#platform/http/endpoint.ts'
import { giftParts } from '#shop/orders/gift/gift.ts'
import { parseDeliveryTime } from '#shop/values/delivery-slot.ts'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'

/** What a customer sends to check out. */
export interface CheckoutRequest {
  caller: Caller
  input: ProcessPaymentInput
  deliveryAt: Date
  /** The same for the same checkout, however often it is sent. */
  key: string
}

export function readRequest(caller: Caller, input: ProcessPaymentInput): CheckoutRequest {
  const deliveryAt = parseDeliveryTime(input.time)
  return { caller, input, deliveryAt, key: checkoutKey(input, deliveryAt) }
}

/**
 * Identifies a checkout: the client's `checkoutId` and everything that is ordered. How it is paid is left out, so that
 * another card after a decline pays the same order, and nothing is ordered both by card and in cash.
 */
function checkoutKey(input: ProcessPaymentInput, deliveryAt: Date): string {
  const lines = input.order.map(
    ({ cakeid, flavour, wt, egg, amount, bname, customize, detail, image }) => [
      cakeid,
      flavour,
      wt,
      amount,
      bname,
      customize,
      detail,
      image,
      // Of a ready-made cake it is not the customer's choice.
      customize ? egg : null,
    ],
  )
  const destination = input.pickup ? 'pickup' : input.address
  const checkout = [input.checkoutId, destination, deliveryAt.getTime()]
  const slot = input.slot ? [input.slot] : []
  return createHash('sha256')
    .update(JSON.stringify([...checkout, lines, ...slot, ...giftParts(input)]))
    .digest('base64url')
}
