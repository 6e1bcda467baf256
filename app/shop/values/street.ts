import { indiaStates, stateOfPincode } from './gst/india-states.ts'
import { cityNames } from './pincode-city.ts'
import { tidyEntry } from './typed/typed-entry.ts'

const otherCities =
  'bangalore bombay madras calcutta delhi gurgaon mysore mangalore cochin trivandrum poona baroda banaras allahabad vizag pondicherry india भारत दिल्ली मुंबई बेंगलुरु बैंगलोर चेन्नई कोलकाता हैदराबाद पुणे'
const saidForNothing =
  'na n a nil none null not no applicable test asdf xyz same as above home house address city state unknown later pin pincode पता नहीं कुछ'
/** Words that lead no rider to a door. */
const emptyWords = new Set(
  [otherCities, saidForNothing, ...cityNames, ...indiaStates.map(({ name }) => name)].flatMap(
    wordsOf,
  ),
)

/** Whether nobody can find it: nothing but signs, 'NA', a pincode, or a city and its state. */
export function isNoStreet(street: string, city = ''): boolean {
  const cityWords = wordsOf(city)
  return wordsOf(street).every(
    (word) => emptyWords.has(word) || cityWords.includes(word) || /^[1-9]\d{5}$/.test(word),
  )
}

/** Where the number of a house may look like a pincode. */
const beforeNumber = /(?:flat|plot|no|door|shop|unit|site|khata|survey|#)[\s.:#-]*$/i
const pincodeLike = /(^|\D)([1-8]\d{2})[ -]?(\d{3})(?![ -]?\d)/g

/** What somebody should look at again. */
export interface AddressDoubt {
  text: string
  /** The other pincode that the address names. */
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
    .filter(stateOfPincode)
  const [said = null] = named.includes(pincode) ? [] : named
  if (said) return { text: `The address says ${said}, the pincode field ${pincode}.`, said }
  const isShort = wordsOf(street).join('').length < 4
  return isShort ? { text: 'Our rider needs house or flat, street and area.', said: null } : null
}

function wordsOf(text: string): string[] {
  const joined = tidyEntry(text).replace(/(\d{3})[ -](\d{3})(?!\d)/g, '$1$2')
  return joined.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
