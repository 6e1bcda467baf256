import { tidyEntry } from './typed/typed-entry.ts'
import { tidyLines } from './typed/typed-text.ts'

/** An Indian postal code: six digits, the first never 0. */
export const pincodePattern = /^[1-9]\d{5}$/

/** A pincode as somebody wrote it, '400 050' or '५६०००१', in plain digits; other characters stay as they are. */
export function tidyPincode(text: string): string {
  return tidyEntry(text).replace(/[\s-]/g, '')
}

/**
 * The pincodes of a range, '411001-411030', by as few first digits as say the same: '411001' … '41101', '41102',
 * '411030'. Any other text stays as it is.
 */
export function pincodesOfRange(text: string): string[] {
  const [first = 0, last = 0] = /^([1-9]\d{5})-([1-9]\d{5})$/.exec(text)?.slice(1).map(Number) ?? []
  if (first >= last) return [text]
  const starts: string[] = []
  for (let at = first; at <= last; ) {
    const count = [1000, 100, 10].find((many) => at % many === 0 && at + many - 1 <= last) ?? 1
    starts.push(String(at / count))
    at += count
  }
  return starts
}

/** The lines of an address as one, with commas between them, for the order, the cake's box and mails. */
export function tidyAddress(text: string): string {
  return tidyEntry(tidyLines(text).replaceAll('\n', ', ')).replace(/,(?: ?,)+/g, ',')
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
