import { splitAddress } from '#shop/values/india-address.ts'

/** An order's address, `address,pincode,city`, in Stripe's parts. */
export function toStripeAddress(line: string) {
  const { address, pincode, city } = splitAddress(line) ?? { address: line }
  return { line1: address, postal_code: pincode, city, country: 'IN' }
}
