import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import { unservedText } from '#shop/delivery/slot-text.ts'
import {
  giftFromSchema,
  giftMessageSchema,
  recipientEmailSchema,
  riderNoteSchema,
} from '#shop/orders/gift/gift.schema.ts'
import { missingPlace } from '#shop/orders/gift/gift.ts'
import { deliveryError } from '#shop/values/delivery-slot.ts'
import {
  addressFields,
  optionalMobileSchema,
  optionalStreetSchema,
} from '#shop/values/india-address.schema.ts'
import { tidyPincode } from '#shop/values/india-address.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { personNameSchema, typedText } from '#shop/values/typed/typed.schema.ts'
import { toRecipient } from './shipping-details.ts'

const addressParts = z.object({
  ...addressFields,
  riderNote: riderNoteSchema.optional(),
  /** 'on' if it is ticked. */
  saveForNext: z.string().optional(),
})

/** For a shop with slots; the server decides which are open. */
export const slotShippingSchema = addressParts.extend({
  deliveryAt: z.string('Choose a delivery time').min(1, 'Choose a delivery time'),
})

/** As long as the shop does not deliver to the pincode that was typed. */
export const unservedSchema = slotShippingSchema.extend({
  pincode: addressFields.pincode.refine(() => false, {
    error: ({ input }) => unservedText(String(input)),
  }),
})

/** For pickup: the address may stay as it is. */
export const pickupSchema = z.object({
  address: z.string(),
  pincode: typedText(tidyPincode),
  city: z.string(),
  deliveryAt: z.string('Choose a pickup time').min(1, 'Choose a pickup time'),
})

/** For somebody else. Their phone may replace their street. */
export function withRecipient(schema: typeof slotShippingSchema) {
  return schema
    .extend({
      address: optionalStreetSchema,
      recipientName: personNameSchema,
      recipientMobile: optionalMobileSchema,
      recipientEmail: recipientEmailSchema,
      /** 'on' if it is ticked. */
      surprise: z.string().optional(),
      giftMessage: giftMessageSchema,
      giftFrom: giftFromSchema,
    })
    .superRefine((form, found) => {
      const missing = missingPlace(form.address, toRecipient(form))
      const fields = { address: 'address', mobile: 'recipientMobile' }
      if (!missing) return
      found.addIssue({ code: 'custom', path: [fields[missing.field]], message: missing.message })
    })
}

/** For a time field: not before the cakes can be ready. */
export function shippingSchemaAt(clock: Clock, leadHours: number) {
  return addressParts.extend({
    deliveryAt: z
      .string()
      .min(1, 'Delivery date and time is required')
      .superRefine((local, found) => {
        const message = deliveryError(kolkataToInstant(local), clock.now(), leadHours)
        if (local && message) found.addIssue({ code: 'custom', message })
      }),
  })
}
