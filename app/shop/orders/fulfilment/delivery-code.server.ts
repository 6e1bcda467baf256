import { keyedHash } from '#platform/secrets.server.ts'

/** The four digits by which a rider knows that the right person gets the cake. */
export type DeliveryCodeOf = (order: { id: string }) => string

/** Codes are derived from the order's id, and stored nowhere. */
export function createDeliveryCodes(secret: string): DeliveryCodeOf {
  return ({ id }) => {
    const hash = Buffer.from(keyedHash(id, { purpose: 'delivery-code', secret }), 'base64url')
    return String(hash.readUInt32BE(0) % 10_000).padStart(4, '0')
  }
}
