import { hasAtMost } from '#ui/forms/letters.ts'
import { typedEntry } from './typed.schema.ts'

const maxLength = 60

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
  .refine(hasAtMost(maxLength), {
    error: `Name must be at most ${maxLength} characters`,
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
