import { z } from 'zod'
import { nameError, normaliseName } from './name-on-cake.ts'

/** A name on a cake, tidied; '' for none. */
export const nameOnCakeSchema = z
  .string()
  .overwrite(normaliseName)
  .refine((name) => nameError(name) === null, {
    error: ({ input }) => nameError(String(input)) ?? undefined,
  })
