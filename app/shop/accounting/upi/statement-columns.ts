import type { Paise } from '#shop/values/money.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { parseRupees } from '#shop/values/typed/typed-rupees.ts'
import words from './statement-words.json' with { type: 'json' }

/** `sign` has words such as Cr, or both debits and credits; `void` is a payment that failed; `filler` says nothing. */
type Role = keyof typeof words | undefined
/** Those of columns that are not known are undefined. */
export type Roles = readonly Role[]

/** By their rank: a 'Credit Date' is a date. */
const meanings = Object.keys(words) as (keyof typeof words)[]
const roleOf = new Map(
  meanings.flatMap((role) => splitWords(words[role]).map((one) => [one, role])),
)

function splitWords(text: string): string[] {
  const spaced = tidyEntry(text.replace(/([a-z])(?=[A-Z])/g, '$1 ')).toLowerCase()
  return spaced.replace(/[\u200c\u200d]/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** What the words of a heading mean together; undefined if one is unknown: payers and mandates write texts. */
export function columnRole(heading: string): Role {
  const found = heading.length > 100 ? [] : splitWords(heading)
  const phrase = roleOf.get(found.join(''))
  const meant = phrase ? [phrase] : found.map((word) => roleOf.get(word))
  if (meant.includes('credit') && meant.includes('debit')) meant.push('sign')
  return meant.includes(undefined) ? undefined : meanings.find((one) => meant.includes(one))
}

/** The columns under a heading, which may begin in the line above. Undefined for a line that is none. */
export function readHeading(cells: readonly string[], above: readonly string[] = []) {
  const joined = (above.length > cells.length ? above : cells).map((_, at) =>
    columnRole(`${above[at] ?? ''} ${cells[at] ?? ''}`),
  )
  const continues = cells.every((cell, at) => cell.trim() === '' || joined[at])
  return [continues ? joined : [], cells.map(columnRole)].find(
    (roles) =>
      roles.some((role) => /date|text|reference/.test(`${role}`)) &&
      roles.some((role) => /credit|debit|amount|sign/.test(`${role}`)),
  )
}

/** Without its sign; `side` is the side of the account that a sign or word beside it says. */
export type Amount = { paise: Paise; side: 'credit' | 'debit' | undefined }

/** '₹ 1,900.00', '750.00 INR', '900.00 Cr', '(900)' and '-900'; null for other texts. */
export function readAmount(cell: string): Amount | null {
  if (cell.length > 40 || !/\p{Nd}/u.test(cell)) return null
  const text = tidyEntry(cell.trim()).replace(/(rs|inr)(?![a-z])\.?/gi, '')
  const hasWords = /\p{L}/u.test(text)
  const beside = hasWords ? columnRole(text.replace(/[\d.,/()+-]/g, ' ')) : undefined
  const bare = text.replace(/\(?[\p{L}\p{M}]+\.?\)?|[\s₹="']|\(\)/gu, '')
  const [, before, digits = '', behind] = /^([-+(]?)([\d.,]+(?:\/-)?)([-)]?)$/.exec(bare) ?? []
  const paise = parseRupees(digits)
  const isMinus = before === '-' || before === '(' || behind
  const allowed = isMinus ? ['debit'] : ['debit', 'credit']
  if (paise === null || (hasWords && !allowed.includes(`${beside}`))) return null
  return {
    paise,
    side: isMinus || beside === 'debit' ? 'debit' : before || beside ? 'credit' : undefined,
  }
}
