import { z } from 'zod'
import { refuseName, tidyName } from './name-on-cake.ts'

/** A name on a cake, tidied; '' for none. */
export const nameOnCakeSchema = z
  .string()
  .overwrite(tidyName)
  .refine((name) => refuseName(name) === null, {
    error: ({ input }) => refuseName(String(input)) ?? undefined,
  })
