import { keyedHash } from '#platform/secrets.server.ts'
import type { Order } from '../order.ts'
import { isAnyMade } from '../order-rules.ts'
import { hasEnded } from './fulfilment-status.ts'

/** Four digits that show a rider the right person. */
export type DeliveryCodeOf = (order: { id: string }) => string

/** Codes are derived from the order's id and not stored. */
export function createDeliveryCodes(secret: string): DeliveryCodeOf {
  return ({ id }) => {
    const hash = Buffer.from(keyedHash(id, { purpose: 'delivery-code', secret }), 'base64url')
    return String(hash.readUInt32BE(0) % 10_000).padStart(4, '0')
  }
}

/** The code that a rider will ask for; null if none will: a courier does not. */
export function codeToAsk(
  { deliveryCodeOf }: { deliveryCodeOf: DeliveryCodeOf },
  order: Pick<Order, 'id' | 'fulfilment' | 'isPickup'> & { courier: object | null } & Parameters<
      typeof isAnyMade
    >[0],
): string | null {
  const isRiders = !order.isPickup && order.courier === null
  const isAsked = isAnyMade(order) && isRiders && !hasEnded(order.fulfilment)
  return isAsked ? deliveryCodeOf(order) : null
}
