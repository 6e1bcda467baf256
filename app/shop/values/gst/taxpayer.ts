import { type State, stateOfCode, stateOfPincode } from './india-states.ts'

/**
 * How the shop is registered for GST: a `composition` dealer pays tax on its turnover and collects none (CGST Act, section
 * 10); below the threshold a shop need not register.
 */
export const gstStatuses = ['regular', 'composition', 'unregistered'] as const
export type GstStatus = (typeof gstStatuses)[number]

export interface Taxpayer {
  gst: GstStatus
  /** '' if it is not registered. */
  gstin: string
  /** Of a registered shop the state of its GSTIN. */
  state: State
}

export interface Seller extends Pick<Taxpayer, 'gst' | 'state'> {
  /** Whether it does so without a registration; a regular taxpayer always may, a composition dealer never. */
  sellsToOtherStates: boolean
}

/** How the shop stands with the tax office: without a registration it has no GSTIN, else its state comes from that. */
export function taxpayerOf({ gst, gstin, state }: Taxpayer): Taxpayer {
  if (gst === 'unregistered') return { gst, gstin: '', state }
  return { gst, gstin, state: stateOfCode(gstin.slice(0, 2)) ?? state }
}

/** State code, PAN, number of the registration, Z, check character. */
const gstinPattern = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/

const characters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Why it is no GST registration number, as a sentence; null if it is one, by its shape, state and check character. */
export function gstinError(gstin: string): string | null {
  if (!gstinPattern.test(gstin)) return 'A GSTIN has 15 characters, such as 29ABCDE1234F1ZW.'
  if (!stateOfCode(gstin.slice(0, 2))) return 'A GSTIN begins with the code of a state.'
  if (checkCharacter(gstin) !== gstin.at(-1))
    return 'This GSTIN has a typing error. Please check it.'
  return null
}

/** By the Luhn algorithm of base 36, from the first fourteen characters. */
function checkCharacter(gstin: string): string | undefined {
  const sum = [...gstin.slice(0, 14)].reduce((all, character, index) => {
    const product = characters.indexOf(character) * (1 + (index % 2))
    return all + Math.floor(product / 36) + (product % 36)
  }, 0)
  return characters[(36 - (sum % 36)) % 36]
}

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
