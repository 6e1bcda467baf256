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

export const sandboxBehaviours = [
  'succeeds',
  'declined',
  'insufficient_funds',
  'second_factor',
] as const
export type SandboxBehaviour = (typeof sandboxBehaviours)[number]

/** All that leaves the browser of a card: what it does and its last four digits. */
export interface SandboxCard {
  behaviour: SandboxBehaviour
  last4: string
}

export const testCards: readonly { number: string; behaviour: SandboxBehaviour; label: string }[] =
  [
    { number: '4242 4242 4242 4242', behaviour: 'succeeds', label: 'the payment succeeds' },
    { number: '4000 0000 0000 0002', behaviour: 'declined', label: 'the card is declined' },
    { number: '4000 0000 0000 9995', behaviour: 'insufficient_funds', label: 'insufficient funds' },
    {
      number: '4000 0025 0000 3155',
      behaviour: 'second_factor',
      label: 'the bank asks you to approve',
    },
  ]

export function findTestCard(number: string): SandboxCard | null {
  const digits = extractDigits(number)
  const known = testCards.find((card) => extractDigits(card.number) === digits)
  return known ? { behaviour: known.behaviour, last4: digits.slice(-4) } : null
}

const partNames = ['number', 'expiry', 'cvc'] as const
export type PartName = (typeof partNames)[number]

/** What is in the card field, and which parts the customer has typed in and then left. */
export interface CardEntry {
  parts: Record<PartName, string>
  left: readonly PartName[]
}

export const emptyEntry: CardEntry = { parts: { number: '', expiry: '', cvc: '' }, left: [] }

const onlyTestCards = 'Only test cards work here. Please choose one from the list.'

/** The entry after something was typed into a part, which is formatted and no longer counts as left. */
export function typeIntoPart(entry: CardEntry, part: PartName, typed: string): CardEntry {
  const { parts, left } = entry
  const text = {
    number: () => formatCardNumber(typed),
    expiry: () => formatExpiry(typed, parts.expiry),
    cvc: () => formatCvc(typed, findBrand(parts.number)),
  }[part]()
  return { parts: { ...parts, [part]: text }, left: left.filter((name) => name !== part) }
}

/** The entry after the focus has left a part. */
export function leave(entry: CardEntry, part: PartName): CardEntry {
  const isNew = entry.parts[part] !== '' && !entry.left.includes(part)
  return isNew ? { ...entry, left: [...entry.left, part] } : entry
}

/** A complete entry with a test card, valid for three years. */
export function filledWith(number: string, now: Date): CardEntry {
  const year = String((now.getUTCFullYear() + 3) % 100).padStart(2, '0')
  return { parts: { number, expiry: `12 / ${year}`, cvc: '123' }, left: [] }
}

/**
 * What the field reports and shows: wrong parts at once, incomplete ones after they were left. `faulty` is the part that
 * the error is about, or else the first incomplete one.
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
