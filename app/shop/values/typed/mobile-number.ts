import { tidyEntry } from './typed-entry.ts'

/** A mobile number that somebody in India can be called at: ten digits, the first from 6 to 9. */
export const indianMobilePattern = /^[6-9]\d{9}$/
/** By E.164: the country's code and the number. */
const abroadPattern = /^\+[1-9]\d{7,14}$/

/**
 * A mobile number as it is stored. One of India is in ten digits, however it is written: '+91 98765-43210', '098765 43210',
 * 'tel:+919876543210', 'wa.me/919876543210'. One of another country is its code and digits: '0044 (0)7911 123456' →
 * '+447911123456'. Of other text, spaces go.
 */
export function tidyMobile(text: string): string {
  return tidyEntry(text)
    .replace(/^tel:/i, '')
    .replace(/^(?:https?:\/\/)?wa\.me\/\+?(\d+)(?:[?/].*)?$/i, '+$1')
    .replace(/^(\+|00)([\d\s-]{1,6})\(0\)/, '$1$2')
    .replace(/[\s().-]/g, '')
    .replace(/^\+?00(?=[1-9])(?!\d{8}$)/, '+')
    .replace(/^\+91/, '')
    .replace(/^(?:91)?0?(?=\d{10}$)/, '')
}

/**
 * Why nobody has a tidied mobile number; null if somebody may. 'too short' and 'too long' are the specification's, for
 * numbers without a country's code.
 */
export function mobileError(mobile: string): string | null {
  if (mobile.startsWith('+')) {
    if (abroadPattern.test(mobile)) return null
    return 'After + come the country code and the number: 8 to 15 digits, such as +971501234567'
  }
  if (mobile.length !== 10) return mobile.length < 10 ? 'too short' : 'too long'
  return /^\d*$/.test(mobile) ? null : 'Use digits only, such as 9876543210'
}

/** A search as mobile numbers are stored, if it is one or a part of one. */
export function asSearchedMobile(q: string): string {
  return /^[+\d\s().-]+$/.test(q) ? tidyMobile(q).replace('+', '') || q : q
}
