import { z } from 'zod'
import { hasAtMost } from '#ui/forms/letters.ts'
import { toRupees } from '../money.ts'
import { noAmount } from './typed-amount.ts'
import { tidyEntry } from './typed-entry.ts'
import { tidyLines } from './typed-text.ts'

/** More than any field takes. Longer texts are not looked at. */
const maxTyped = 10_000

/** What is typed or pasted, tidied before it is checked. Passwords, tokens and ids are none: not a byte of them changes. */
export function typedText(tidy: (text: string) => string, error?: string) {
  return z.string(error).max(maxTyped, { error: 'This is too long', abort: true }).overwrite(tidy)
}

/** A name, number, code or address, in plain signs. */
export const typedEntry = (error?: string) => typedText(tidyEntry, error)

/** What people write for people, in the signs that they chose, with at most so many letters as they see them. */
export function textSchema(
  maxLetters: number,
  tooLong = `Please use at most ${maxLetters} characters.`,
  tidy = tidyLines,
) {
  return typedText(tidy).refine(hasAtMost(maxLetters), tooLong)
}

/** An amount that somebody typed or a page sent, in rupees: whole paise, and no more than a column of paise holds. */
export const rupeesSchema = z
  .number(noAmount)
  .max(toRupees(2_147_483_647), 'is too much')
  .multipleOf(0.01, 'must be whole paise')
  .describe('Rupees')

const maxNameLength = 60

/** Of 'Mr./Mrs. Rao', 'Dr.Asha/Ravi' and 'Raju @ Rajesh', no single sign makes an address. */
const address =
  /\S@|@\S|[/\\]{2}|[Ww]{3}\.|[A-Za-z][A-Za-z\d+.-]{2,}:\S|\.(?!\p{Lu}\p{Ll})[\p{L}\p{M}\p{N}-]{2,}[/?#]/u
const phoneNumber = /(?:\p{Nd}[\s./()-]*){7}/u
/** Where a mail program may see a link. */
const linkSigns = /[.。．｡․]\S|[@:/\\]|www/i

/**
 * The name of a person: registered, changed, invited. It goes onto pages and tickets, so it is one line. Which words
 * with dots are names is nobody's to guess: mails leave them out.
 */
export const personNameSchema = typedEntry('Name is required')
  .min(1, 'Name is required')
  // Longer text is not looked at any further.
  .refine(hasAtMost(maxNameLength), {
    error: `Name must be at most ${maxNameLength} characters`,
    abort: true,
  })
  .refine(isNoAddress, 'Please leave out links, email addresses and phone numbers')

function isNoAddress(name: string): boolean {
  const text = name.normalize('NFKC')
  return !address.test(text) && !phoneNumber.test(text)
}

/**
 * A name as a mail greets with it: ' Asha', or '' where the name is not plainly one or could be a link: anybody may
 * register with somebody else's e-mail.
 */
export function greetedName(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  const isPlain = words.length <= 4 && /^\p{L}[\p{L}\p{M}\p{Join_C}'’-]{1,19}$/u.test(first)
  const isGreeted = isPlain && !linkSigns.test(name) && personNameSchema.safeParse(name).success
  return isGreeted ? ` ${first}` : ''
}

/** The first word of a name, for tickets and for the page of a quote, which need no more. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

/** The first word of a gift's sender, for its recipient; 'somebody' if it is not plainly a name. */
export function senderName({ customerName }: { customerName: string }): string {
  return greetedName(customerName).trim() || 'somebody'
}
