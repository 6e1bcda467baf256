import { z } from 'zod'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { readPublished } from '#shop/cakes/cakes.store.server.ts'
import { type Changes, checkLines, toItem } from '#shop/cart/check-lines.server.ts'
import { type Coupon, couponMissing, couponShares } from '#shop/cart/coupon.ts'
import { type OrderLine, orderLineSchema } from '#shop/cart/order-line.schema.ts'
import { type CartPrice, priceCart } from '#shop/cart/price-cart.ts'
import type { ChosenDelivery } from '#shop/delivery/options/choose-delivery.server.ts'
import { businessSchema } from '#shop/orders/business.schema.ts'
import { couponCodeSchema } from '#shop/orders/coupons/coupon.schema.ts'
import { giftFields } from '#shop/orders/gift/gift.schema.ts'
import { missingPlace, type Recipient } from '#shop/orders/gift/gift.ts'
import type { NewOrderItem } from '#shop/orders/orders.store.server.ts'
import { paymentMethodSchema } from '#shop/paying/start-payment.server.ts'
import { pictureIdFromPath } from '#shop/pictures/picture-sizes.ts'
import { lockPictures } from '#shop/pictures/pictures.store.server.ts'
import { isNoStreet, noStreet } from '#shop/values/india-address.schema.ts'
import { hasStreet, placeOf, splitAddress, tidyAddress } from '#shop/values/india-address.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import { rupeesSchema, textSchema } from '#shop/values/typed/typed.schema.ts'

/**
 * The items and their price in today's catalogue.
 *
 * @throws AppError conflict if the cart or its total is not as the customer saw it, and for a coupon that takes nothing off
 */
export async function priceOrder(
  tx: Database,
  input: ProcessPaymentInput,
  {
    delivery,
    coupon,
    now,
  }: { delivery: Pick<ChosenDelivery, 'terms' | 'place'>; coupon: Coupon | null; now: Date },
): Promise<{ items: NewOrderItem[]; price: CartPrice }> {
  const ids = input.order.filter((line) => !line.customize).map(({ cakeid }) => cakeid)
  const published = await readPublished(tx, [...new Set(ids)])
  const cakes = published.map(({ cake }) => cake)
  const { lines, changes } = checkLines(input.order, cakes)
  Object.assign(changes, await lockDesigns(tx, input.order, now))
  if (Object.keys(changes).length > 0) throw changedError(changes)
  const price = priceCart(lines, delivery.terms, couponShares(coupon, lines))
  if (coupon && price.discount === 0) throw fieldError('conflict', 'coupon', couponMissing(coupon))
  requireSameTotal(input.amount, price.cardTotal, feeChange(delivery, price))
  const items = lines.map((line, index) => {
    return { ...toItem(line), couponPaise: price.shares[index] ?? 0 }
  })
  return { items, price }
}

/**
 * @param causes further reasons, as sentences
 * @throws AppError conflict if the card would pay another amount than the customer saw
 */
export function requireSameTotal(seenRupees: number, cardPaise: Paise, causes: Changes = {}) {
  if (toPaise(seenRupees) === cardPaise) return
  const errors = { ...causes, amount: `The total is now ${formatInr(cardPaise)}.` }
  throw new AppError('conflict', Object.values(errors).join(' '), { errors })
}

/** If the cakes are unchanged, the fee of the zone or slot has changed. Without zones it never changes. */
function feeChange({ place }: Pick<ChosenDelivery, 'place'>, { shipping }: CartPrice): Changes {
  if (!place) return {}
  const what = place.zone ? 'Delivery' : 'Pickup'
  return { fee: `${what} ${shipping === 0 ? 'is free' : `costs ${formatInr(shipping)}`}.` }
}

function changedError(errors: Changes): AppError {
  const [only, ...others] = Object.values(errors)
  const detail =
    only && others.length === 0 ? only : 'Some cakes in your cart have changed. Please check them.'
  return new AppError('conflict', detail, { errors })
}

const missingDesign = 'A picture of your customised cake has expired. Please add it again.'

/** Locks the pictures of customised cakes, so that none is purged before the order is stored. */
async function lockDesigns(tx: Database, lines: readonly OrderLine[], now: Date): Promise<Changes> {
  const ids = new Set(lines.flatMap(designIds))
  const lockedIds = new Set(await lockPictures(tx, [...ids], now))
  const missing = [...lines.entries()].filter(([, line]) =>
    designIds(line).some((id) => !lockedIds.has(id)),
  )
  return Object.fromEntries(missing.map(([index]) => [`order.${index}`, missingDesign]))
}

function designIds({ customize, image }: OrderLine): string[] {
  return customize ? image.flatMap((address) => pictureIdFromPath(address) ?? []) : []
}

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
      'Rupees to be paid: subtotal, less what the coupon takes off, and delivery; 0 for customised alone',
    ),
    coupon: couponCodeSchema.optional().describe('Its code; left out: none'),
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

export type ProcessPaymentInput = z.output<typeof checkoutSchema>
