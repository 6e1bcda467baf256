import { kolkataDay } from '#shop/values/kolkata-time.ts'
import type { CardState } from '../browser-provider.ts'

/** What works here: what customers type, and what it does. */
export const testMethods = {
  card: [
    { text: '4242 4242 4242 4242', behaviour: 'succeeds', label: 'the payment succeeds' },
    { text: '4000 0000 0000 0002', behaviour: 'declined', label: 'the card is declined' },
    { text: '4000 0025 0000 3155', behaviour: 'second_factor', label: 'the bank asks you first' },
  ],
  upi: [
    { text: 'success@upi', behaviour: 'upi_succeeds', label: 'the payment succeeds' },
    { text: 'pending@upi', behaviour: 'upi_pending', label: 'succeeds after 5 seconds' },
    { text: 'declined@upi', behaviour: 'upi_declined', label: 'the payment is declined' },
  ],
} as const

export type Means = keyof typeof testMethods
/** All that leaves the browser of a card or UPI id: what it does. */
export type SandboxBehaviour = (typeof testMethods)[Means][number]['behaviour']

/** The id of a card or UPI id for one attempt. It says what it does, so there is nothing to store. */
export function newMethodId(behaviour: SandboxBehaviour = 'succeeds'): string {
  return `pm_${behaviour}_${crypto.randomUUID()}`
}

export function behaviourOf(methodId: string | null): SandboxBehaviour | undefined {
  const [, named] = /^pm_([a-z_]+)_[0-9a-f-]{24,36}$/.exec(methodId ?? '') ?? []
  return Object.values(testMethods)
    .flat()
    .find(({ behaviour }) => behaviour === named)?.behaviour
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** How each part is written once it is left. */
const writes = {
  /** In groups of four, as printed on the card. */
  number: (typed: string) =>
    digitsOf(typed)
      .slice(0, 16)
      .replace(/\d{4}(?=\d)/g, '$& '),
  /** '1230', '12/30' and '12/2030' as 'MM / YY'; what is not a whole date stays as it is. */
  expiry: (typed: string) =>
    typed.replace(
      /^\D*(\d{1,2})\D*(?:20)?(\d\d)\D*$/,
      (_, month: string, year: string) => `${month.padStart(2, '0')} / ${year}`,
    ),
  cvc: (typed: string) => digitsOf(typed).slice(0, 4),
  upiId: (typed: string) => typed.trim().toLowerCase(),
}

export type PartName = keyof typeof writes

/** The first of each tells the method. */
export const partsOf: Record<Means, readonly [PartName, ...PartName[]]> = {
  card: ['number', 'expiry', 'cvc'],
  upi: ['upiId'],
}

/** What is wrong with a part. It is told at once, or after the customer has left a part that may become right. */
interface Fault {
  message: string
  isFinal: boolean
}

const incomplete = (message: string): Fault => ({ message, isFinal: false })
const invalid = (message: string): Fault => ({ message, isFinal: true })

const checks: Record<PartName, (written: string, now: Date) => Fault | null> = {
  number: (written) =>
    written.length < 19
      ? incomplete('Your card number is incomplete.')
      : invalid('Only test cards work here. Please choose one from the list.'),
  /** A card is good until its month has ended in Kolkata. */
  expiry(written, now) {
    const [, month = '', year = ''] = /^(\d\d) \/ (\d\d)$/.exec(written) ?? []
    if (!year) return incomplete("Your card's expiration date is incomplete.")
    if (Number(month) < 1 || Number(month) > 12)
      return invalid("Your card's expiration month is invalid.")
    return `20${year}-${month}` < kolkataDay(now).slice(0, 7)
      ? invalid("Your card's expiration date is in the past.")
      : null
  },
  cvc: (written) =>
    written.length < 3 ? incomplete("Your card's security code is incomplete.") : null,
  upiId: (written) =>
    incomplete(
      /^[\w.-]+@[\w.]+$/.test(written)
        ? 'Only test UPI IDs work here. Please choose one from the list.'
        : 'A UPI ID looks like name@bank.',
    ),
}

/** What is typed into the parts, and whether the customer has left them since. */
export type Entry = Partial<Record<PartName, { text: string; isLeft: boolean }>>

export function typeIntoPart(entry: Entry, part: PartName, text: string): Entry {
  return { ...entry, [part]: { text, isLeft: false } }
}

export function leavePart(entry: Entry, part: PartName): Entry {
  const { text } = entry[part] ?? {}
  return text ? { ...entry, [part]: { text: writes[part](text), isLeft: true } } : entry
}

/** A complete entry with a test method; a card is valid for three years. */
export function filledWith(means: Means, text: string, now: Date): Entry {
  const expiry = `12 / ${String(now.getUTCFullYear() + 3).slice(-2)}`
  const texts = { expiry, cvc: '123', [partsOf[means][0]]: text }
  return Object.fromEntries(
    Object.entries(texts).map(([part, text]) => [part, { text, isLeft: false }]),
  )
}

/** What the fields report and show. `faulty` is the part that the error is about, or else the first incomplete one. */
export function readEntry(
  means: Means,
  entry: Entry,
  now: Date,
): CardState<SandboxBehaviour> & { faulty: PartName } {
  const written = (part: PartName) => writes[part](entry[part]?.text ?? '')
  const [first] = partsOf[means]
  const method = testMethods[means].find(({ text }) => text === written(first))
  const faults = partsOf[means].flatMap((part) => {
    const fault = method && part === first ? null : checks[part](written(part), now)
    return fault ? [{ part, ...fault }] : []
  })
  const told = faults.find(({ part, isFinal }) => isFinal || entry[part]?.isLeft)
  return {
    error: told?.message ?? null,
    card: faults.length === 0 && method ? method.behaviour : null,
    faulty: (told ?? faults[0])?.part ?? first,
  }
}
