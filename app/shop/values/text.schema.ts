import { z } from 'zod'
import { hasAtMost } from '#ui/letters.ts'

/** A text that people type, trimmed, with at most so many letters as they see them. */
export function textSchema(
  maxLetters: number,
  tooLong = `Please use at most ${maxLetters} characters.`,
) {
  return z.string().trim().refine(hasAtMost(maxLetters), tooLong)
}
