import type { ShopDetails } from '../shop-details.ts'
import { stateOfPincode } from './india-states.ts'

type Seller = Pick<ShopDetails, 'gst' | 'state' | 'sellsToOtherStates'>

/**
 * Whether the shop may sell to a pincode: a composition dealer may not to another state (CGST Act, section 10(2)(c)); for a
 * shop without a registration its owner says so, who answers for section 24.
 */
export function sellsTo({ gst, state, sellsToOtherStates }: Seller, pincode: string) {
  const there = stateOfPincode(pincode) ?? state
  if (gst === 'regular' || there.code === state.code) return true
  return gst === 'unregistered' && sellsToOtherStates
}

/** Why it may not, as a sentence; null if it may. */
export function unsoldError(shop: Seller, pincode: string) {
  return sellsTo(shop, pincode) ? null : `We deliver only within ${shop.state.name}.`
}
