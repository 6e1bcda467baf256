import type { ShopDetails } from '../shop-details.ts'
import { stateOfPincode } from './india-states.ts'

/**
 * Whether the shop may sell to a pincode: a composition dealer may not to another state (CGST Act, section 10(2)(c)), and a
 * shop without a registration stays in its own.
 */
export function sellsTo({ gst, state }: Pick<ShopDetails, 'gst' | 'state'>, pincode: string) {
  const there = stateOfPincode(pincode) ?? state
  return gst === 'regular' || there.code === state.code
}

/** Why it may not, as a sentence; null if it may. */
export function unsoldError(shop: Pick<ShopDetails, 'gst' | 'state'>, pincode: string) {
  return sellsTo(shop, pincode) ? null : `We deliver only within ${shop.state.name}.`
}
