import { keyedHash } from '#platform/secrets.server.ts'

/** The four digits by which a rider knows that a cake reaches the right hands. */
export type DeliveryCodeOf = (order: { id: string }) => string

/** Codes are derived from the order's id: they are stored nowhere, and the same order always has the same. */
export function createDeliveryCodes(secret: string): DeliveryCodeOf {
  return ({ id }) => {
    const hash = Buffer.from(keyedHash(id, { purpose: 'delivery-code', secret }), 'base64url')
    return String(hash.readUInt32BE(0) % 10_000).padStart(4, '0')
  }
}
