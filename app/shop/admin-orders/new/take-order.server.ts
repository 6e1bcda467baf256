import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { newId } from '#platform/secrets.server.ts'
import { emailSchema, type Guest, profileSchema } from '#shop/accounts/accounts.schema.ts'
import { addGuest } from '#shop/accounts/accounts.store.server.ts'
import { cancelUnbegun } from '#shop/checkout/checkout.store.server.ts'
import { checkoutSchema } from '#shop/checkout/start/price-order.server.ts'
import { startCheckout } from '#shop/checkout/start/start-checkout.server.ts'
import { addDoorPayment } from '#shop/handling/door/door-money.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { payPath } from '#shop/orders/links/tracking-link.server.ts'
import { whyPaidAhead } from '#shop/orders/money/cash-on-delivery.store.server.ts'
import { paidBySchema } from '#shop/orders/money/door-money.schema.ts'
import { noSuchOrder } from '#shop/orders/order-rules.ts'
import { findOrder, lockOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { drawQr } from '#ui/qr-code.tsx'
import {
  findCustomer,
  findOrderOfGuest,
  type KnownCustomer,
} from './known-customer.store.server.ts'

const knownSchema: z.ZodType<KnownCustomer> = z.object({
  name: z.string(),
  address: z.string().nullable().describe('Joined as the checkout has it'),
  cakes: z.array(
    z.object({
      cakeid: z.string(),
      name: z.string(),
      flavour: z.string(),
      wt: z.string(),
      chosen: z.array(z.string()),
      amount: z.int(),
      bname: z.string(),
    }),
  ),
})

const knownCustomerEndpoint = endpoint({
  method: 'GET',
  path: '/orders/customer',
  tag: 'Admin orders',
  summary: 'Who may call from a mobile number',
  description:
    'What the last order with this number suggests: a name, where it was delivered, unless it was a gift or picked up, and its ready-made cakes. Anybody can type a number: the caller confirms them. Null if no order has it.',
  access: 'edit-orders',
  query: z.object({ mobileno: profileSchema.shape.mobileno }),
  response: z.object({ customer: knownSchema.nullable() }),
})

const takeOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/take',
  tag: 'Admin orders',
  summary: 'Take an order by phone or at the counter',
  description:
    'Places an order for a customer, by the rules of the checkout except the limits of cash: `paid` now, in cash or by UPI, or null for when it is handed over. With `link` it is placed once its customer has paid online, within an hour; the link is mailed to them, and is `toPay` until then. A customised cake is priced later, as any other, and needs an email for its quote, unless `paid` is at the counter. The order belongs to a new guest; the owner of an account with this email adds it there by the link in their mail. The same `checkout.checkoutId` again is the same order; 409 if the customer or the payment is another, as at the checkout, and for a UPI reference that another payment has.',
  access: 'edit-orders',
  body: z.object({
    customer: profileSchema.extend({
      email: emailSchema.or(z.literal('')).default('').describe('Empty: no mails are sent'),
    }),
    paid: z
      .discriminatedUnion('method', [paidBySchema, z.object({ method: z.literal('link') })])
      .nullable(),
    replacedOrderId: orderIdSchema
      .optional()
      .describe(
        'An unpaid order with this number that staff took: it ends now. 409 if it is being paid',
      ),
    checkout: checkoutSchema,
  }),
  response: z.object({
    orderId: z.string(),
    number: z.int(),
    toPay: z
      .object({
        link: z.url(),
        qr: z
          .object({ size: z.int(), path: z.string() })
          .describe('The link as the path of an SVG'),
      })
      .nullable()
      .describe('Where its customer pays; null for an order that is placed'),
  }),
  problems: [404, 409],
})

export type FindKnownCustomer = typeof knownCustomerEndpoint
export type TakeOrder = typeof takeOrderEndpoint
export type TakenOrder = z.output<typeof takeOrderEndpoint.response>
type TakeOrderInput = z.output<NonNullable<typeof takeOrderEndpoint.body>>

export function serveTakeOrder(api: Api, shop: AppContext) {
  api.serve(knownCustomerEndpoint, async ({ query }) => ({
    customer: await findCustomer(shop.db, query.mobileno),
  }))
  api.serve(takeOrderEndpoint, ({ body }, from) => takeOrder(shop, body, from))
}

/**
 * Places an order for a customer who calls, or stands at the counter, by the checkout of all orders. It belongs to a new
 * guest: nobody has proved whose number it is.
 *
 * @param replacedOrderId an unpaid order with the same number that staff took: it ends, if this one can be had
 * @throws AppError conflict for a customised cake without an email that is not paid at the counter, for the same checkout
 *   with another customer or payment, and as the checkout
 */
async function takeOrder(
  shop: AppContext,
  { customer, paid, replacedOrderId, checkout }: TakeOrderInput,
  { caller, address }: { caller: Caller; address: string },
): Promise<TakenOrder> {
  const { email } = customer
  const byLink = paid?.method === 'link'
  const isAtCounter = paid !== null && !byLink
  const hasReadyMade = checkout.order.some(({ customize }) => !customize)
  if (!email && !isAtCounter && checkout.order.some(({ customize }) => customize)) {
    throw fieldError('conflict', 'customer.email', 'The quote of a customised cake is mailed.')
  }
  // A checkout that is sent again has the same guest.
  const id = createHash('sha256')
    .update(`guest ${checkout.checkoutId ?? newId()}`)
    .digest('hex')
  await requireSame(shop.db, { userId: id, customer, isAtCounter })
  const { number, orderId, placed } = await startCheckout(shop, {
    caller: { id, email, role: 'customer', isGuest: true },
    address,
    input: { ...checkout, cash: !byLink },
    staff: {
      by: caller,
      async prepare(tx) {
        const now = shop.clock.now()
        await addGuest(tx, { ...customer, id }, now)
        if (replacedOrderId) await endReplaced(tx, { replacedOrderId, guest: customer, now })
      },
      async complete(tx, order) {
        const { id: orderId, chargedPaise: paise } = order
        if (isAtCounter) {
          if (paise === 0) return
          const taken = { cause: 'counter' as const, paise, reason: '', at: shop.clock.now() }
          await addDoorPayment(tx, order, { ...taken, by: caller.email }, paid)
        } else if (byLink && hasReadyMade) {
          const about = { orderId, reason: '' }
          await queueMail(shop, tx, 'pay-by-link', orderId, about)
        } else if (hasReadyMade) {
          const stored = await findOrder(tx, orderId)
          const why = stored && (await whyPaidAhead(shop, tx, stored))
          if (why) throw fieldError('conflict', 'paid', why)
        }
      },
    },
  })
  if (placed) return { orderId, number, toPay: null }
  const link = `${shop.shop.publicUrl}${payPath(shop, orderId)}`
  return { orderId, number, toPay: { link, qr: drawQr(link) } }
}

/**
 * The first order of a form is taken once, though its answer was lost: who corrects the customer or the payment and sends
 * it again would think that the second one is stored.
 *
 * @throws AppError conflict if that order is another customer's, or paid in another way
 */
async function requireSame(
  db: Database,
  { userId, customer, isAtCounter }: { userId: string; customer: Guest; isAtCounter: boolean },
) {
  const taken = await findOrderOfGuest(db, userId)
  if (!taken) return
  const isTheirs =
    taken.customerName === customer.name &&
    taken.customerEmail === customer.email &&
    taken.customerMobile === customer.mobileno
  const isPaidSo = taken.payments.some(({ cause }) => cause === 'counter') === isAtCounter
  if (isTheirs && (isPaidSo || taken.chargedPaise === 0)) return
  const sentence = `Order ${taken.number} is taken already, for ${taken.customerName}. Please open it and correct it there.`
  throw fieldError('conflict', isTheirs ? 'paid' : 'customer.name', sentence)
}

const whyNotReplaced = {
  own: 'was not taken by staff, so its customer alone pays or leaves it.',
  others: 'is another customer’s. It ends by itself if it is not paid within the hour.',
  placed: 'is placed: it is paid online already, or when it is handed over. Open its page.',
  begun: 'is being paid online. Ask if it is paid, or wait until its hour is over.',
}

/** Ends an unpaid order in the transaction that stores the one in its stead. @throws AppError not_found, conflict */
async function endReplaced(
  tx: Database,
  { replacedOrderId, guest, now }: { replacedOrderId: string; guest: Guest; now: Date },
) {
  const order = await lockOrder(tx, replacedOrderId)
  if (!order) throw noSuchOrder()
  const refuse = (why: keyof typeof whyNotReplaced) =>
    fieldError('conflict', 'paid', `Order ${order.number} ${whyNotReplaced[why]}`)
  if (!order.takenBy) throw refuse('own')
  if (order.customerMobile !== guest.mobileno) throw refuse('others')
  if (order.state === 'placed') throw refuse('placed')
  if (order.state === 'expired') return
  if (!(await cancelUnbegun(tx, order.id, now))) throw refuse('begun')
  await markExpired(tx, order.id)
}
