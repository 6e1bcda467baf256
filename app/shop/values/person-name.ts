import { z } from 'zod'
import { hasAtMost } from '#ui/letters.ts'

const maxLength = 60

/** Controls, line breaks, marks that turn the direction of writing: all that is unseen, but for joiners of Indian scripts. */
const unseen = /(?!\p{Join_C})[\p{C}\p{Zl}\p{Zp}]/u
/** Signs that web and mail addresses need, and names do not. */
const addressSigns = /[@:\\]|\/\/|\.\S*\/|www\./i
const phoneNumber = /(?:\p{Nd}[\s.()-]*){7}/u
/** Where a mail program may see a link. */
const linkSigns = /[.。．｡․]\S|[@:/\\]|www/i

/**
 * The name of a person: registered, changed, invited. It goes onto pages and tickets, so it has one line and nothing
 * unseen. Which words with dots are names is nobody's to guess: mails leave them out.
 */
export const personNameSchema = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  // Longer text is not looked at any further.
  .refine(hasAtMost(maxLength), {
    error: `Name must be at most ${maxLength} characters`,
    abort: true,
  })
  .refine((name) => !unseen.test(name), 'Name has signs that cannot be shown. Please type it again')
  .refine(isNoAddress, 'Please leave out links, email addresses and phone numbers')

function isNoAddress(name: string): boolean {
  const text = name.normalize('NFKC')
  return !addressSigns.test(text) && !phoneNumber.test(text)
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
