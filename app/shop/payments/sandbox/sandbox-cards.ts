import { kolkataDay } from '#shop/values/kolkata-time.ts'
import type { CardState } from '../browser-provider.ts'

/** Whether a part of a card is valid. The customer sees `incomplete` after leaving the part, `invalid` at once. */
type PartCheck = { state: 'complete' } | { state: 'incomplete' | 'invalid'; message: string }

interface CardBrand {
  name: string
  /** How its numbers are grouped; their sum is how many digits it has. */
  groups: readonly number[]
  cvcDigits: number
}

const fours = [4, 4, 4, 4]
const otherBrand: CardBrand = { name: 'Card', groups: fours, cvcDigits: 3 }

/** First digits → brand, for the cards people in India carry. */
const brands: readonly { prefix: RegExp; brand: CardBrand }[] = [
  { prefix: /^4/, brand: { name: 'Visa', groups: fours, cvcDigits: 3 } },
  {
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    brand: { name: 'Mastercard', groups: fours, cvcDigits: 3 },
  },
  { prefix: /^3[47]/, brand: { name: 'American Express', groups: [4, 6, 5], cvcDigits: 4 } },
  { prefix: /^(30[0-5]|36|38)/, brand: { name: 'Diners Club', groups: [4, 6, 4], cvcDigits: 3 } },
  { prefix: /^(508|60|65|8[12])/, brand: { name: 'RuPay', groups: fours, cvcDigits: 3 } },
]

const complete: PartCheck = { state: 'complete' }
const incomplete = (message: string): PartCheck => ({ state: 'incomplete', message })
const invalid = (message: string): PartCheck => ({ state: 'invalid', message })

export function extractDigits(text: string): string {
  return text.replace(/\D/g, '')
}

/** The brand by the first digits; 'Card' when none is known. */
export function findBrand(number: string): CardBrand {
  const digits = extractDigits(number)
  return brands.find(({ prefix }) => prefix.test(digits))?.brand ?? otherBrand
}

export function countDigits(brand: CardBrand): number {
  return brand.groups.reduce((sum, group) => sum + group, 0)
}

/** The check digit that every card number ends in: https://en.wikipedia.org/wiki/Luhn_algorithm */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits !== '' && sum % 10 === 0
}

/** A number in its brand's groups, as printed on the card: '4242 4242 4242 4242'. */
export function formatCardNumber(typed: string): string {
  let rest = extractDigits(typed)
  const groups: string[] = []
  for (const size of findBrand(rest).groups) {
    groups.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return groups.join(' ').trimEnd()
}

export function checkCardNumber(typed: string): PartCheck {
  const digits = extractDigits(typed)
  if (digits.length < countDigits(findBrand(digits)))
    return incomplete('Your card number is incomplete.')
  return passesLuhn(digits) ? complete : invalid('Your card number is invalid.')
}

/** Month and year as far as they are typed; a slash parts them, else the first two digits are the month. */
function expiryParts(typed: string): { month: string; year: string } {
  const [before = '', ...after] = typed.includes('/') ? typed.split('/') : [typed]
  const month = extractDigits(before)
  const year = month.slice(2) + extractDigits(after.join(''))
  const withoutCentury = /^20\d\d$/.test(year) ? year.slice(2) : year
  return { month: month.slice(0, 2), year: withoutCentury.slice(0, 2) }
}

/**
 * An expiry date as it is typed: '1' stays '1', '5' becomes '05 / ', '1230' and '12/2030' become '12 / 30'.
 * Nothing is filled in while the text shrinks, so that everything can be deleted.
 */
export function formatExpiry(typed: string, before = ''): string {
  const growing = typed.length > before.length
  const lead = growing && !typed.includes('/') && /^\D*[2-9]/.test(typed) ? '0' : ''
  const { month, year } = expiryParts(lead + typed)
  const short = growing && month.length === 1 && typed.includes('/')
  const whole = short ? `0${month}` : month
  if (year) return `${whole} / ${year}`
  return growing && whole.length === 2 ? `${whole} / ` : whole
}

/** Checks 'MM / YY' against the clock: a card is good until its month has ended in Kolkata. */
export function checkExpiry(typed: string, now: Date): PartCheck {
  const parts = expiryParts(typed)
  const month = Number(parts.month)
  if (parts.month.length === 2 && (month < 1 || month > 12)) {
    return invalid("Your card's expiration month is invalid.")
  }
  if (parts.month.length < 2 || parts.year.length < 2) {
    return incomplete("Your card's expiration date is incomplete.")
  }
  const year = 2000 + Number(parts.year)
  const [thisYear = 0, thisMonth = 0] = kolkataDay(now).split('-').map(Number)
  if (year < thisYear) return invalid("Your card's expiration year is in the past.")
  if (year === thisYear && month < thisMonth) {
    return invalid("Your card's expiration date is in the past.")
  }
  return year > thisYear + 50 ? invalid("Your card's expiration year is invalid.") : complete
}

export function formatCvc(typed: string, brand: CardBrand): string {
  return extractDigits(typed).slice(0, brand.cvcDigits)
}

export function checkCvc(typed: string, brand: CardBrand): PartCheck {
  return extractDigits(typed).length < brand.cvcDigits
    ? incomplete("Your card's security code is incomplete.")
    : complete
}

/** The caret's position after the text is formatted: behind the same digits as before. */
export function caretAfter(formatted: string, typed: string, caret: number): number {
  if (caret >= typed.length) return formatted.length
  const digitsBefore = extractDigits(typed.slice(0, caret)).length
  let place = 0
  for (let seen = 0; seen < digitsBefore && place < formatted.length; place++) {
    if (/\d/.test(formatted[place] ?? '')) seen++
  }
  return place
}

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
