import { z } from 'zod'
import { indiaStates } from './gst/india-states.ts'
import { pincodePattern, tidyAddress, tidyPincode } from './india-address.ts'
import { cityNames } from './pincode-city.ts'
import { indianMobilePattern, tidyMobile } from './typed/mobile-number.ts'
import { textSchema, typedText } from './typed/typed.schema.ts'
import { tidyEntry } from './typed/typed-entry.ts'

export const noStreet = 'Please add house or flat, street and area, so that our rider finds it'

/** The street of an address in one line; '' where the recipient will add it. */
export const optionalStreetSchema = textSchema(
  400,
  'Address must be at most 400 characters',
  tidyAddress,
).refine((text) => text === '' || !isNoStreet(text), noStreet)

export const addressFields = {
  address: optionalStreetSchema.min(1, 'Address is required'),
  pincode: typedText(tidyPincode)
    .min(1, 'Pincode is required')
    .regex(pincodePattern, 'A pincode has 6 digits, such as 400050'),
  city: textSchema(80, 'City must be at most 80 characters', tidyEntry).min(1, 'City is required'),
}

/** A pincode as it is typed: digits of any script and spaces are understood. */
export const pincodeSchema = typedText(tidyPincode).regex(
  pincodePattern,
  'A pincode has 6 digits, such as 560001',
)

export const pincodeFormSchema = z.object({ pincode: pincodeSchema })

/** A mobile number in India, in its ten digits. */
export const requiredMobileSchema = typedText(tidyMobile).regex(
  indianMobilePattern,
  'A mobile number has 10 digits and begins with 6, 7, 8 or 9',
)

/** The number of whoever receives a cake in India; '' for none. */
export const optionalMobileSchema = typedText(tidyMobile).refine(
  (mobile) => mobile === '' || indianMobilePattern.test(mobile),
  {
    error: ({ input }) =>
      String(input).startsWith('+')
        ? 'The recipient’s number must be an Indian mobile number of 10 digits.'
        : 'A mobile number has 10 digits and begins with 6, 7, 8 or 9',
  },
)

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

function wordsOf(text: string): string[] {
  const joined = tidyEntry(text).replace(/(\d{3})[ -](\d{3})(?!\d)/g, '$1$2')
  return joined.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
