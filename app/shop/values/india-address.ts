/** An Indian postal code: six digits, the first never 0. */
export const pincodePattern = /^[1-9]\d{5}$/

/** A pincode as somebody wrote it, '400 050' or '५६०००१', in plain digits; other characters stay as they are. */
export function tidyPincode(text: string): string {
  return inLatinDigits(text.replace(/\s/g, ''))
}

export function inLatinDigits(text: string): string {
  return text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)))
}

/** A mobile number without country code: exactly ten digits. */
export const mobilePattern = /^\d{10}$/

/** A mobile number that somebody in India can be called at: ten digits, the first from 6 to 9. */
export const indianMobilePattern = /^[6-9]\d{9}$/

/**
 * A mobile number as somebody wrote it, '+91 98765-43210' or '098765 43210', in its ten digits. Of other text, spaces and the
 * country code go.
 */
export function tidyMobile(text: string): string {
  const written = inLatinDigits(text).replace(/[\s().-]/g, '')
  return written.replace(/^\+91/, '').replace(/^(?:(?:00)?91)?0?(?=\d{10}$)/, '')
}

export interface DeliveryAddress {
  address: string
  pincode: string
  city: string
}

/** The address as one line, as orders store it: '12 Hill Road,400050,Mumbai'. */
export function joinAddress({ address, pincode, city }: DeliveryAddress): string {
  return [address, pincode, city].map((part) => part.trim()).join(',')
}

/** Whether an order's address line says the street. The recipient of a gift may add it later. */
export function hasStreet(line: string): boolean {
  return splitAddress(line)?.address !== ''
}

/** The parts of a line made by {@link joinAddress}, parted at its last pincode; null when it has none. */
export function splitAddress(line: string): DeliveryAddress | null {
  const [, address, pincode, city] = /^(.*),([1-9]\d{5}),(.*)$/s.exec(line) ?? []
  if (address === undefined || pincode === undefined || city === undefined) return null
  return { address, pincode, city }
}

/** As {@link splitAddress}, for a form: a line without a pincode is a street. */
export function placeOf(line: string): DeliveryAddress {
  return splitAddress(line) ?? { address: line, pincode: '', city: '' }
}

/**
 * An order's address line as people read it: '12 Hill Road,400050,Mumbai' → '12 Hill Road, 400050, Mumbai'. Without its
 * street: '400050, Mumbai'.
 */
export function addressText(line: string): string {
  return line.replace(/^,/, '').replaceAll(/,\s*/g, ', ')
}

/** For those who bring it: 'Address missing: 400050, Mumbai' without its street. */
export function addressToBring(line: string): string {
  return hasStreet(line) ? addressText(line) : `Address missing: ${addressText(line)}`
}
