import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import { deliveryError } from '#shop/values/delivery-slot.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'

/** What the shipping form asks for, judged by the clock; what comes out are `ShippingDetails`. */
export function shippingSchemaAt(clock: Clock) {
  return z.object({
    address: z
      .string()
      .trim()
      .min(1, 'Address is required')
      .max(400, 'The address can have 400 letters')
      // One line in the order, on the cake's box and in the mail.
      .transform((address) => address.replace(/\s*\n\s*/g, ', ').replace(/,(\s*,)+/g, ',')),
    pincode: z
      .string()
      // Often written as '400 050'.
      .transform((pincode) => pincode.replace(/\s/g, ''))
      .pipe(
        z
          .string()
          .min(1, 'Pincode is required')
          .regex(pincodePattern, 'A pincode has 6 digits, such as 400050'),
      ),
    city: z.string().trim().min(1, 'City is required').max(80, 'The city can have 80 letters'),
    deliveryAt: z
      .string()
      .min(1, 'Delivery date and time is required')
      .superRefine((local, found) => {
        const refusal = deliveryError(kolkataToInstant(local), clock.now())
        if (local && refusal) found.addIssue({ code: 'custom', message: refusal })
      }),
  })
}
