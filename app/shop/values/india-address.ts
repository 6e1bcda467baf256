/** An Indian postal code: six digits, the first never 0. */
export const pincodePattern = /^[1-9]\d{5}$/

/** A pincode as somebody wrote it, '400 050' or '५६०००१', in plain digits; what is no digit stays as it is. */
export function tidyPincode(text: string): string {
  return text
    .replace(/\s/g, '')
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - '०'.charCodeAt(0)))
}

/** A mobile number without country code: exactly ten digits. */
export const mobilePattern = /^\d{10}$/

/** Where a cake is delivered. */
export interface DeliveryAddress {
  address: string
  pincode: string
  city: string
}

/** The address as one line, as orders store it: '12 Hill Road,400050,Mumbai'. */
export function joinAddress({ address, pincode, city }: DeliveryAddress): string {
  return [address, pincode, city].map((part) => part.trim()).join(',')
}

/** The parts of a line made by {@link joinAddress}, parted at its last pincode; null when it has none. */
export function splitAddress(line: string): DeliveryAddress | null {
  const [, address, pincode, city] = /^(.*),([1-9]\d{5}),(.*)$/s.exec(line) ?? []
  if (address === undefined || pincode === undefined || city === undefined) return null
  return { address, pincode, city }
}
