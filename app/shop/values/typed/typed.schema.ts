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
