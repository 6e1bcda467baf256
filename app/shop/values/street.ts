import { indiaStates } from './gst/india-states.ts'
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

function wordsOf(text: string): string[] {
  const joined = tidyEntry(text).replace(/(\d{3})[ -](\d{3})(?!\d)/g, '$1$2')
  return joined.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}
