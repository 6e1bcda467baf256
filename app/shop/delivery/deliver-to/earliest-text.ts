import { soonText } from '../slot-text.ts'
import type { EarliestAnswer } from './earliest.endpoints.ts'

/** Whether the shop answered that it does not deliver there. */
export function isUnserved(answer: EarliestAnswer | null): boolean {
  return answer?.hasZones === true && answer.zone === null
}

/** Said wherever a pincode is typed. */
export function unservedText(pincode: string): string {
  return `We do not deliver to ${pincode} yet.`
}

/** The promise in two parts: 'Deliver to 560034', and 'Earliest: today 6 to 8 pm' or '' until it is known. */
export function promiseText(
  { pincode, answer }: { pincode: string; answer: EarliestAnswer | null },
  now: Date,
): { where: string; when: string } {
  if (!pincode) return { where: 'Deliver to', when: 'Enter your pincode' }
  if (isUnserved(answer)) return { where: unservedText(pincode), when: '' }
  const where = `Deliver to ${pincode}`
  if (!answer?.zone) return { where, when: '' }
  if (!answer.earliest) return { where, when: 'No time is free in the next weeks' }
  const { start, end } = answer.earliest
  const slot = { startsAt: new Date(start), endsAt: new Date(end) }
  return { where, when: `Earliest: ${soonText(slot, now)}` }
}
