import { z } from 'zod'
import { maxTypedLength, nameError, tooLongSentence } from './name-error.ts'
import { normaliseName } from './name-on-cake.ts'

/** A name on a cake, tidied; '' for none. */
export const nameOnCakeSchema = z
  .string()
  // Marks in the wrong order are sorted: long texts would take very long.
  .max(maxTypedLength, { error: tooLongSentence, abort: true })
  .overwrite(normaliseName)
  .refine((name) => nameError(name) === null, {
    error: ({ input }) => nameError(String(input)) ?? undefined,
  })
