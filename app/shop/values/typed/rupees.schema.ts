import { z } from 'zod'
import { toRupees } from '../money.ts'

/** An amount that somebody typed or a page sent, in rupees: whole paise, and no more than a column of paise holds. */
export const rupeesSchema = z
  .number()
  .max(toRupees(2_147_483_647), 'is too much')
  .multipleOf(0.01, 'must be whole paise')
  .describe('Rupees')
