import { createHash } from 'node:crypto'
import type { ProcessPaymentInput } from '../checkout.endpoints.ts'

/**
 * What makes two requests the same checkout: the client's `checkoutId` and everything that is ordered.
 * The card is left out, so that another card after a refusal pays the same order.
 */
export function checkoutKey(input: ProcessPaymentInput, deliveryAt: Date): string {
  const lines = input.order.map(
    ({ cakeid, flavour, wt, amount, bname, customize, detail, image }) => [
      cakeid,
      flavour,
      wt,
      amount,
      bname,
      customize,
      detail,
      image,
    ],
  )
  return createHash('sha256')
    .update(JSON.stringify([input.checkoutId, input.address, deliveryAt.getTime(), lines]))
    .digest('base64url')
}
