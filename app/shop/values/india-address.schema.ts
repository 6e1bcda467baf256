import { z } from 'zod'
import { indianMobilePattern, pincodePattern, tidyMobile, tidyPincode } from './india-address.ts'
import { textSchema } from './text.schema.ts'

const street = textSchema(400, 'Address must be at most 400 characters')

/** One line in the order, on the cake's box and in the mail. */
function asOneLine(address: string): string {
  return address.replace(/\s*\n\s*/g, ', ').replace(/,(\s*,)+/g, ',')
}

/** The street of an address; '' where the recipient will add it. */
export const optionalStreetSchema = street.transform(asOneLine)

export const addressFields = {
  address: street.min(1, 'Address is required').transform(asOneLine),
  pincode: z
    .string()
    .transform(tidyPincode)
    .pipe(
      z
        .string()
        .min(1, 'Pincode is required')
        .regex(pincodePattern, 'A pincode has 6 digits, such as 400050'),
    ),
  city: textSchema(80, 'City must be at most 80 characters').min(1, 'City is required'),
}

/** A pincode as it is typed: Devanagari digits and spaces are understood. */
export const pincodeSchema = z
  .string()
  .transform(tidyPincode)
  .pipe(z.string().regex(pincodePattern, 'A pincode has 6 digits, such as 560001'))

export const pincodeFormSchema = z.object({ pincode: pincodeSchema })

const mobile = z
  .string()
  .max(40, 'A mobile number has 10 digits, such as 9876543210')
  .overwrite(tidyMobile)

const wrongMobile = { error: 'A mobile number has 10 digits and begins with 6, 7, 8 or 9' }

/** A mobile number in India, in its ten digits. */
export const requiredMobileSchema = mobile.refine(isIndianMobile, wrongMobile)

/** As {@link requiredMobileSchema}; '' for none. */
export const optionalMobileSchema = mobile.refine(
  (digits) => digits === '' || isIndianMobile(digits),
  wrongMobile,
)

function isIndianMobile(digits: string): boolean {
  return indianMobilePattern.test(digits)
}
