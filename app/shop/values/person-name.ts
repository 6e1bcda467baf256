import { z } from 'zod'

const maxLength = 60

/** Controls, line breaks, marks that turn the direction of writing: all that is unseen, but for joiners of Indian scripts. */
const unseen = /(?!\p{Join_C})[\p{C}\p{Zl}\p{Zp}]/u
/** Signs that web and mail addresses need, and names do not. */
const addressSigns = /[@:\\]|\/\/|\.\S*\//
const phoneNumber = /(?:\p{Nd}[\s.()-]*){7}/u
/** A dot between two words, without a space. */
const joinedWords = /(?=([\p{L}\p{M}\p{Nd}\p{Join_C}-]+)\.([\p{L}\p{M}\p{Nd}\p{Join_C}-]+))/gu
const anyWordStart = /(?<![\p{L}\p{M}\p{Nd}\p{Join_C}-])/u
const dots = /[.。．｡․]/g

const titles = new Set(
  'adv ch dr er jr km kr kum md mohd mr mrs ms prof sh shri sk smt sr sri st'.split(' '),
)
const indianWord =
  /^[\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{Join_C}]+$/u
/** Ends of web addresses, also where an initial comes before them. */
const domainEnds = new Set(
  `ai app biz cc co com dev gg gl gov in info io link ly me net online org shop site to top tv xyz
   भारत भारतम् भारोत ভারত ভাৰত ભારત ਭਾਰਤ ଭାରତ இந்தியா భారత్ ಭಾರತ ഭാരതം संगठन कॉम नेट`.split(/\s+/),
)

/**
 * The name of a person: registered, changed, invited. It goes into mails and onto tickets, so it has nothing that a mail
 * program would make a link of, nothing unseen, and one line. 'K.R. Narayanan' and 'S.P.Singh' are names.
 */
export const personNameSchema = z
  .string({ error: 'Name is required' })
  .trim()
  .min(1, 'Name is required')
  // Longer text is not looked at any further.
  .max(maxLength, { error: `Name must be at most ${maxLength} characters`, abort: true })
  .refine((name) => !unseen.test(name), 'Name has signs that cannot be shown. Please type it again')
  .refine(
    (name) => !looksLikeAddress(name),
    'Please leave out links, email addresses and phone numbers, and put a space after a dot',
  )

function looksLikeAddress(name: string): boolean {
  const text = name.normalize('NFKC').replace(dots, '.')
  if (addressSigns.test(text) || phoneNumber.test(text)) return true
  return [...text.matchAll(new RegExp(anyWordStart.source + joinedWords.source, 'gu'))].some(
    ([, before = '', after = '']) => isDomain(before.toLowerCase(), after.toLowerCase()),
  )
}

/** Whether 'before.after' is more like a web address than like initials, a title, or initials in an Indian script. */
function isDomain(before: string, after: string): boolean {
  if (domainEnds.has(after)) return true
  const isInitial = /^\p{L}\p{M}*$/u.test(before)
  return !isInitial && !titles.has(before) && !indianWord.test(before)
}

/**
 * A name as a mail greets with it: ' Asha', or '' where the name is not plainly one. Accounts may be older than the rules
 * for their names, and anybody may register with somebody else's e-mail.
 */
export function greetedName(name: string): string {
  const words = name.trim().split(/\s+/)
  const [first = ''] = words
  const isPlain = words.length <= 4 && /^\p{L}[\p{L}\p{M}\p{Join_C}'’-]{1,19}$/u.test(first)
  return isPlain && personNameSchema.safeParse(name).success ? ` ${first}` : ''
}

/** The first word of a name, for tickets and for the page of a quote, which need no more. */
export function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}
