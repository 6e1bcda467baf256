import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type CardState, emptyCard } from '../browser-provider.ts'

export const sandboxBehaviours = [
  'succeeds',
  'declined',
  'second_factor',
  'upi_succeeds',
  'upi_pending',
  'upi_declined',
] as const
/** All that leaves the browser of a card or UPI id: what it does. */
export type SandboxBehaviour = (typeof sandboxBehaviours)[number]

export interface TestMethod {
  /** What customers type. */
  text: string
  behaviour: SandboxBehaviour
  label: string
}

export const testCards: readonly TestMethod[] = [
  { text: '4242 4242 4242 4242', behaviour: 'succeeds', label: 'the payment succeeds' },
  { text: '4000 0000 0000 0002', behaviour: 'declined', label: 'the card is declined' },
  {
    text: '4000 0025 0000 3155',
    behaviour: 'second_factor',
    label: 'the bank asks you to approve',
  },
]

export const testUpiIds: readonly TestMethod[] = [
  { text: 'success@upi', behaviour: 'upi_succeeds', label: 'the payment succeeds' },
  { text: 'pending@upi', behaviour: 'upi_pending', label: 'succeeds after 5 seconds' },
  { text: 'declined@upi', behaviour: 'upi_declined', label: 'the payment is declined' },
]

/** Whether a part is valid. The customer sees `incomplete` after leaving the part, `invalid` at once. */
type PartCheck = { state: 'complete' } | { state: 'incomplete' | 'invalid'; message: string }

const complete: PartCheck = { state: 'complete' }
const incomplete = (message: string): PartCheck => ({ state: 'incomplete', message })
const invalid = (message: string): PartCheck => ({ state: 'invalid', message })

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** A number in groups of four, as printed on the card. */
export function formatCardNumber(typed: string): string {
  return (
    digitsOf(typed)
      .slice(0, 16)
      .match(/\d{1,4}/g) ?? []
  ).join(' ')
}

/** '1230', '12/30' and '12/2030' as 'MM / YY'; what is not a whole date stays as it is. */
export function formatExpiry(typed: string): string {
  const [, month = '', year = ''] = /^\D*(\d{1,2})\D*(?:20)?(\d\d)\D*$/.exec(typed) ?? []
  return month && `${month.padStart(2, '0')} / ${year}`
}

function checkNumber(typed: string): PartCheck {
  const digits = digitsOf(typed)
  if (testCards.some(({ text }) => digitsOf(text) === digits)) return complete
  return digits.length < 16
    ? incomplete('Your card number is incomplete.')
    : invalid('Only test cards work here. Please choose one from the list.')
}

/** A card is good until its month has ended in Kolkata. */
function checkExpiry(typed: string, now: Date): PartCheck {
  const [month = '', year = ''] = formatExpiry(typed).split(' / ')
  if (!year) return incomplete("Your card's expiration date is incomplete.")
  if (Number(month) < 1 || Number(month) > 12)
    return invalid("Your card's expiration month is invalid.")
  return `20${year}-${month}` < kolkataDay(now).slice(0, 7)
    ? invalid("Your card's expiration date is in the past.")
    : complete
}

const checkCvc = (typed: string): PartCheck =>
  digitsOf(typed).length < 3 ? incomplete("Your card's security code is incomplete.") : complete

const partNames = ['number', 'expiry', 'cvc'] as const
export type PartName = (typeof partNames)[number]

/** What is in the card field, and which parts the customer has typed in and then left. */
export interface CardEntry {
  parts: Record<PartName, string>
  left: readonly PartName[]
}

export const emptyEntry: CardEntry = { parts: { number: '', expiry: '', cvc: '' }, left: [] }

/** The entry after something was typed into a part, which no longer counts as left. */
export function typeIntoPart({ parts, left }: CardEntry, part: PartName, typed: string): CardEntry {
  return { parts: { ...parts, [part]: typed }, left: left.filter((name) => name !== part) }
}

/** The entry after the focus has left a part: it is written as on the card. */
export function leavePart(entry: CardEntry, part: PartName): CardEntry {
  const typed = entry.parts[part]
  if (typed === '' || entry.left.includes(part)) return entry
  const texts: Record<PartName, string> = {
    number: formatCardNumber(typed),
    expiry: formatExpiry(typed) || typed,
    cvc: digitsOf(typed).slice(0, 4),
  }
  return { parts: { ...entry.parts, [part]: texts[part] }, left: [...entry.left, part] }
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
): CardState<SandboxBehaviour> & { faulty: PartName | null } {
  const checks: Record<PartName, PartCheck> = {
    number: checkNumber(parts.number),
    expiry: checkExpiry(parts.expiry, now),
    cvc: checkCvc(parts.cvc),
  }
  const unfinished = partNames.flatMap((name) => {
    const check = checks[name]
    return check.state === 'complete' ? [] : [{ name, ...check }]
  })
  const wrong = unfinished.find(({ name, state }) => state === 'invalid' || left.includes(name))
  const first = wrong ?? unfinished[0]
  const used = testCards.find(({ text }) => digitsOf(text) === digitsOf(parts.number))
  return {
    error: wrong?.message ?? null,
    card: first || !used ? null : used.behaviour,
    faulty: first?.name ?? null,
  }
}

/** What the UPI field reports of what is typed, once it is left. */
export function readUpiId(typed: string): CardState<SandboxBehaviour> {
  const id = typed.trim().toLowerCase()
  if (id === '') return emptyCard
  const known = testUpiIds.find(({ text }) => text === id)
  if (known) return { error: null, card: known.behaviour }
  const isWhole = /^[\w.-]+@[\w.]+$/.test(id)
  return {
    error: isWhole
      ? 'Only test UPI IDs work here. Please choose one from the list.'
      : 'A UPI ID looks like name@bank.',
    card: null,
  }
}
