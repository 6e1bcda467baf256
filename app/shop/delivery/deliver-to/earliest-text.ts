import type { EarliestResponse } from '../delivery.endpoints.ts'
import { soonText } from '../slot-text.ts'

export function isUnserved(response: EarliestResponse | null): boolean {
  return response?.hasZones === true && response.zone === null
}

export function unservedText(pincode: string): string {
  return `We do not deliver to ${pincode} yet.`
}

/** The promise in two parts: 'Deliver to 560034', and 'Earliest: today 6 to 8 pm' or '' until it is known. */
export function promiseText(
  { pincode, response }: { pincode: string; response: EarliestResponse | null },
  now: Date,
): { where: string; when: string } {
  if (!pincode) return { where: 'Deliver to', when: 'Enter your pincode' }
  if (isUnserved(response)) return { where: unservedText(pincode), when: '' }
  const where = `Deliver to ${pincode}`
  if (!response?.zone) return { where, when: '' }
  if (!response.earliest) return { where, when: 'No time is free in the next weeks' }
  const { start, end } = response.earliest
  const slot = { startsAt: new Date(start), endsAt: new Date(end) }
  return { where, when: `Earliest: ${soonText(slot, now)}` }
}
