import { parseStored } from '#ui/browser-storage.ts'
import type { KeptText } from './kept/kept-moves.ts'
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
export function askedSums(storage: KeptText) {
  let sums = new Map(Object.entries(readSums(storage.read())))
  function set(next: [string, AskedSum][]) {
    sums = new Map(next)
    storage.write(JSON.stringify(Object.fromEntries(sums)))
  }
  return {
    of: (orderId: string): AskedSum | undefined => sums.get(orderId),
    /** Its rider asks for what is due now, or again for what was asked for before. */
    ask(orderId: string, due: AskedSum) {
      set([...sums, [orderId, askedFor(sums.get(orderId), due)]])
    },
    /** Nobody is asked any more. */
    forget(orderId: string) {
      if (sums.has(orderId)) set([...sums].filter(([id]) => id !== orderId))
    },
  }
}

function readSums(text: string | null): Record<string, AskedSum> {
  const entries = Object.entries(Object(parseStored(text)))
  return Object.fromEntries(entries.filter((entry): entry is [string, AskedSum] => isSum(entry[1])))
}

function isSum(stored: unknown): stored is AskedSum {
  const { cashDue, upiLink } = Object(stored)
  return typeof cashDue === 'number' && typeof upiLink === 'string'
}
