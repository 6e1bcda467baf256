import { z } from 'zod'
import { pincodePattern, tidyPincode } from '#shop/values/india-address.ts'

/** A pincode as it is typed: Devanagari digits and spaces are understood. */
export const pincodeSchema = z
  .string()
  .transform(tidyPincode)
  .pipe(z.string().regex(pincodePattern, 'A pincode has 6 digits, such as 560001'))

/** `cake:weight:amount`, joined by commas; `custom` for a customised cake. */
export const linesSchema = z
  .string()
  .max(4000)
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(/^[A-Za-z0-9_-]{1,64}:\d{1,2}(\.\d{1,3})?:\d{1,3}$/, 'must be cake:weight:amount')
          .transform((line) => {
            const [cakeid = '', wt = '', amount] = line.split(':')
            return { cakeid, wt, amount: Number(amount), customize: cakeid === 'custom' }
          }),
      )
      .max(50),
  )

export const pincodeFormSchema = z.object({ pincode: pincodeSchema })
