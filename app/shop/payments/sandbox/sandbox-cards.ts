import type { CardState } from '../browser-provider.ts'
import {
  checkCardNumber,
  checkCvc,
  checkExpiry,
  extractDigits,
  findBrand,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  type PartCheck,
} from './card-number.ts'

/** What a test card does when it pays. */
export type SandboxBehaviour = 'succeeds' | 'declined' | 'insufficient_funds' | 'second_factor'

/** All that leaves the browser of a card: what it does and its last four digits. */
export interface SandboxCard {
  behaviour: SandboxBehaviour
  last4: string
}

interface TestCard {
  number: string
  behaviour: SandboxBehaviour
  /** What it does, for the list under the banner. */
  says: string
}

/** The only cards the sandbox knows. */
export const testCards: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', behaviour: 'succeeds', says: 'the payment succeeds' },
  { number: '4000 0000 0000 0002', behaviour: 'declined', says: 'the card is declined' },
  {
    number: '4000 0000 0000 9995',
    behaviour: 'insufficient_funds',
    says: 'insufficient funds',
  },
  {
    number: '4000 0025 0000 3155',
    behaviour: 'second_factor',
    says: 'the bank asks you to approve',
  },
]

/** The test card with this number, or null for every other card. */
export function findTestCard(number: string): SandboxCard | null {
  const digits = extractDigits(number)
  const known = testCards.find((card) => extractDigits(card.number) === digits)
  return known ? { behaviour: known.behaviour, last4: digits.slice(-4) } : null
}

/** The parts of a card as they stand in the field. */
interface CardParts {
  number: string
  expiry: string
  cvc: string
}

export type PartName = keyof CardParts

/** What is in the card field, and which parts the customer has typed in and then left. */
export interface CardEntry {
  parts: CardParts
  left: readonly PartName[]
}

export const emptyEntry: CardEntry = { parts: { number: '', expiry: '', cvc: '' }, left: [] }

const partNames: readonly PartName[] = ['number', 'expiry', 'cvc']

const onlyTestCards = 'Only test cards work here. Please choose one from the list.'

/** The entry after something was typed into a part: that part in its own format, and not left any more. */
export function typeIntoPart(entry: CardEntry, part: PartName, typed: string): CardEntry {
  const { parts, left } = entry
  const text = {
    number: () => formatCardNumber(typed),
    expiry: () => formatExpiry(typed, parts.expiry),
    cvc: () => formatCvc(typed, findBrand(parts.number)),
  }[part]()
  return { parts: { ...parts, [part]: text }, left: left.filter((name) => name !== part) }
}

/** The entry after the customer went on to something else. */
export function leave(entry: CardEntry, part: PartName): CardEntry {
  const isNew = entry.parts[part] !== '' && !entry.left.includes(part)
  return isNew ? { ...entry, left: [...entry.left, part] } : entry
}

/** An entry with everything in it that a test card needs: good for three years. */
export function filledWith(number: string, now: Date): CardEntry {
  const year = String((now.getUTCFullYear() + 3) % 100).padStart(2, '0')
  return { parts: { number, expiry: `12 / ${year}`, cvc: '123' }, left: [] }
}

/**
 * What the field reports and shows: what is wrong is said at once, what is incomplete once it was left.
 * `faulty` is the part the error is about, or else the one that still misses something.
 */
export function readCard(
  { parts, left }: CardEntry,
  now: Date,
): CardState<SandboxCard> & { faulty: PartName | null } {
  const known = findTestCard(parts.number)
  const checks: Record<PartName, PartCheck> = {
    number: numberCheck(parts.number, known),
    expiry: checkExpiry(parts.expiry, now),
    cvc: checkCvc(parts.cvc, findBrand(parts.number)),
  }
  const unfinished = partNames.flatMap((name) => {
    const check = checks[name]
    return check.state === 'complete' ? [] : [{ name, ...check }]
  })
  const wrong = unfinished.find(({ name, state }) => state === 'invalid' || left.includes(name))
  const first = wrong ?? unfinished[0]
  return {
    error: wrong?.message ?? null,
    card: first ? null : known,
    faulty: first?.name ?? null,
  }
}

function numberCheck(number: string, known: SandboxCard | null): PartCheck {
  const check = checkCardNumber(number)
  if (check.state !== 'complete' || known) return check
  return { state: 'invalid', message: onlyTestCards }
}
