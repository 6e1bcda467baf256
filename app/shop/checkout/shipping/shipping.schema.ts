import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import { deliveryError } from '#shop/values/delivery-slot.ts'
import { pincodePattern, tidyPincode } from '#shop/values/india-address.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'

const addressParts = z.object({
  address: z
    .string()
    .trim()
    .min(1, 'Address is required')
    .max(400, 'Address must be at most 400 characters')
    // One line in the order, on the cake's box and in the mail.
    .transform((address) => address.replace(/\s*\n\s*/g, ', ').replace(/,(\s*,)+/g, ',')),
  pincode: z
    .string()
    .transform(tidyPincode)
    .pipe(
      z
        .string()
        .min(1, 'Pincode is required')
        .regex(pincodePattern, 'A pincode has 6 digits, such as 400050'),
    ),
  city: z.string().trim().min(1, 'City is required').max(80, 'City must be at most 80 characters'),
})

/** Where slots are chosen: which of them can be had, the server says. */
export const slotShippingSchema = addressParts.extend({
  deliveryAt: z.string('Choose a delivery time').min(1, 'Choose a delivery time'),
})

/** Where the cart is picked up: the address may stay as it is. */
export const pickupSchema = z.object({
  ...{ address: z.string(), pincode: z.string().transform(tidyPincode), city: z.string() },
  deliveryAt: z.string('Choose a pickup time').min(1, 'Choose a pickup time'),
})

/** What the shipping form asks for, judged by the clock and the hours that its cakes need. */
export function shippingSchemaAt(clock: Clock, leadHours: number) {
  return addressParts.extend({
    deliveryAt: z
      .string()
      .min(1, 'Delivery date and time is required')
      .superRefine((local, found) => {
        const refusal = deliveryError(kolkataToInstant(local), clock.now(), leadHours)
        if (local && refusal) found.addIssue({ code: 'custom', message: refusal })
      }),
  })
}
