import { keptMap } from './kept/kept-map.ts'
import type { RunStop } from './run-stop.ts'

/** What a customer was asked for at the door, in rupees, and what their UPI app opens to pay it. */
export type AskedSum = Pick<RunStop, 'cashDue' | 'upiLink'>

/**
 * What to ask for, where `kept` was asked for before: that stays, as it may be paid already, until nothing is due any more.
 * What is due becomes less while its rider is at the door.
 */
function askedFor(kept: AskedSum | undefined, { cashDue, upiLink }: AskedSum): AskedSum {
  return kept && cashDue > 0 && kept.cashDue > cashDue ? kept : { cashDue, upiLink }
}

/** What was asked for at doors that are not done yet. It stays on the phone, which may throw the page away meanwhile. */
export function askedSums(key: string) {
  const sums = keptMap(key, isSum)
  return {
    of: sums.get,
    /** Its rider asks for what is due now, or again for what was asked for before. */
    ask(orderId: string, due: AskedSum) {
      sums.set(orderId, askedFor(sums.get(orderId), due))
    },
    /** Nobody is asked any more. */
    forget: sums.delete,
  }
}

function isSum(stored: unknown): stored is AskedSum {
  const { cashDue, upiLink } = Object(stored)
  return typeof cashDue === 'number' && typeof upiLink === 'string'
}
