import { z } from 'zod'
import { nameOnCakeSchema } from '#shop/cakes/cake.schema.ts'
import { customRequestSchema, detailSchema, eggSchema } from '#shop/cart/custom-request.schema.ts'
import { businessSchema } from '#shop/orders/business/business.schema.ts'
import { giftFields } from '#shop/orders/gift/gift.schema.ts'
import { missingPlace, type Recipient } from '#shop/orders/gift/gift.ts'
import { paymentMethodSchema } from '#shop/paying/start-payment.server.ts'
import { ownPicturePattern } from '#shop/pictures/picture-sizes.ts'
import { isNoStreet, noStreet } from '#shop/values/india-address.schema.ts'
import { hasStreet, placeOf, splitAddress, tidyAddress } from '#shop/values/india-address.ts'
import { rupeesSchema, textSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'

/** Kilograms: '0.5', '1', '12.25'. */
const weightPattern = /^\d{1,2}(\.\d{1,3})?$/

/** The price is only compared with the catalogue's. */
const lineSchema = z.object({
  cakeid: z.string().max(100),
  flavour: z.string().max(100),
  wt: typedEntry().regex(weightPattern, 'must be a weight in kg'),
  egg: eggSchema
    .default(null)
    .describe(
      "Of a customised cake; null or left out: the shop asks the customer. Any other cake's is the catalogue's",
    ),
  amount: z.number().int('must be a whole number').min(1, 'must be at least 1').max(1000),
  bname: nameOnCakeSchema
    .default('')
    .describe('The name on the cake: at most 60 characters, no emoji'),
  customize: z.boolean().default(false),
  detail: detailSchema.default('').describe('Of a ready-made cake: a note for the baker'),
  image: z
    .array(z.string().regex(ownPicturePattern, 'must be a picture of this shop'))
    .max(10)
    .default([]),
  price: rupeesSchema.min(0).describe('Rupees, as the cart shows it; 0 for a customised cake'),
})

export const orderLineSchema = lineSchema.transform((line, context) => {
  if (!line.customize) return line
  const { data: request, error } = customRequestSchema.safeParse(line)
  for (const { path, message } of error?.issues ?? []) {
    context.addIssue({ code: 'custom', path, message })
  }
  return request ? { ...line, ...request } : z.NEVER
})

const addressMessage = 'Enter the address, a 6-digit pincode and the city'

/**
 * `address,pincode,city`, joined as in the specification's shipping data. Zone and fee need pincode and city; the
 * recipient decides whether the street may be left out.
 */
const addressSchema = textSchema(500, 'The address is too long', tidyAddress)
  .refine((line) => Boolean(splitAddress(line)?.city), { error: addressMessage, abort: true })
  .refine(
    (line) => !hasStreet(line) || !isNoStreet(placeOf(line).address, placeOf(line).city),
    noStreet,
  )

function placeProblem(address: string | undefined, recipient: Recipient | null) {
  const missing = missingPlace(address && !hasStreet(address) ? '' : 'known', recipient)
  if (!missing) return null
  if (missing.field === 'mobile') return { path: ['recipient', 'mobile'], message: missing.message }
  return { path: ['address'], message: recipient ? missing.message : addressMessage }
}

/** A pickup has no recipient and no note for the rider. */
function pickupProblem(recipient: Recipient | null, riderNote: string) {
  if (recipient) return { path: ['recipient'], message: 'What is picked up is handed to you' }
  if (riderNote) return { path: ['riderNote'], message: 'What is picked up has no rider' }
  return null
}

/** A cart to be ordered, with where to, when and for whom. Amounts in rupees are compared with what the shop asks. */
export const checkoutSchema = z
  .object({
    paymentMethodId: paymentMethodSchema,
    address: addressSchema.optional().describe('Where to; not used for pickup'),
    pickup: z.boolean().default(false).describe('The customer comes for the order'),
    time: z
      .string()
      .max(40)
      .describe('Delivery or pickup: an ISO 8601 instant, or YYYY-MM-DDTHH:mm in Kolkata'),
    slot: z
      .uuid()
      .optional()
      .describe(
        'The slot of `time`, by its id in `GET /delivery/options`; left out: the cheapest that contains it. Not used in a shop without zones',
      ),
    amount: rupeesSchema.describe(
      'Rupees to be paid: subtotal and delivery; 0 for customised alone',
    ),
    cash: z
      .boolean()
      .default(false)
      .describe(
        '`amount` is paid in cash when the cakes are handed over, where the shop takes it; the order is placed at once',
      ),
    order: z.array(orderLineSchema).min(1, 'No Item In Cart').max(50, 'At most 50 lines an order'),
    user: z
      .object({ email: z.string().max(320).optional() })
      .optional()
      .describe('Not used: the session says who orders'),
    checkoutId: z.uuid().optional().describe('Made once per checkout by the client'),
    ...giftFields,
    business: businessSchema
      .nullable()
      .default(null)
      .describe('A business that gets a GST invoice, of a shop that collects tax; left out: none'),
  })
  .refine(({ pickup, address }) => pickup || address !== undefined, {
    path: ['address'],
    message: addressMessage,
    // Runs together with the other checks.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .superRefine(({ pickup, address, recipient, riderNote }, found) => {
    const problem = pickup ? pickupProblem(recipient, riderNote) : placeProblem(address, recipient)
    if (problem) found.addIssue({ code: 'custom', ...problem })
  })

export type OrderLine = z.output<typeof orderLineSchema>
export type ProcessPaymentInput = z.output<typeof checkoutSchema>
