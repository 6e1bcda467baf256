import { tidyEntry } from './typed/typed-entry.ts'

/** Where the number of a house may look like a pincode. */
const beforeNumber = /(?:flat|plot|no|door|shop|unit|site|khata|survey|#)[\s.:#-]*$/i
/** With the first two digits of a state’s. */
const pincodeLike =
  /(^|\D)((?:1[1-9]|2[0-8]|3[0-46-9]|[47]\d|5[0-36-9]|6[0-47-9]|8[0-5])\d)[ -]?(\d{3})(?![ -]?\d)/g

/** What somebody should look at again in an address. */
export interface AddressDoubt {
  text: string
  /** The other pincode that it names. */
  said: string | null
}

/** Null if nothing is doubtful, as in most addresses. */
export function addressDoubt(street: string, pincode: string): AddressDoubt | null {
  const text = tidyEntry(street)
  const named = [...text.matchAll(pincodeLike)]
    .filter(({ 1: sign = '', index }) => {
      const before = text.slice(0, index) + sign
      return !beforeNumber.test(before) && !/\d[\s-]*$/.test(before)
    })
    .map(([, , first = '', last = '']) => first + last)
  const [said = null] = named.includes(pincode) ? [] : named
  if (said) return { text: `The address says ${said}, the pincode field ${pincode}.`, said }
  const isShort = text.replace(/[^\p{L}\p{M}\p{N}]/gu, '').length < 4
  return isShort ? { text: 'Our rider needs house or flat, street and area.', said: null } : null
}
