import { z } from 'zod'
import { maxSearchText, tidySearch } from '#shop/values/typed/typed-entry.ts'
import { isShortUserText, shortUserText } from './user-search.ts'

export const userTextSchema = z
  .string()
  .max(maxSearchText)
  .transform(tidySearch)
  .refine((text) => !isShortUserText(text), shortUserText)
  .optional()
  .describe('At least 3 letters of a name, email or mobile number')
