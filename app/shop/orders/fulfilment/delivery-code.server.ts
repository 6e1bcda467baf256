import { keyedHash } from '#platform/secrets.server.ts'

/** Four digits that show a rider the right person. */
export type DeliveryCodeOf = (order: { id: string }) => string

/** Codes are derived from the order's id and not stored. */
export function createDeliveryCodes(secret: string): DeliveryCodeOf {
  return ({ id }) => {
    const hash = Buffer.from(keyedHash(id, { purpose: 'delivery-code', secret }), 'base64url')
    return String(hash.readUInt32BE(0) % 10_000).padStart(4, '0')
  }
}
