import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import { violates } from '#platform/database/database-errors.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { MailKind } from '#shop/mails/mail-kind.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { greeting, noOrderToWriteAbout, toOwner } from '#shop/orders/mails/order-mail.server.tsx'
import { paidBySchema } from '#shop/orders/money/door-money.schema.ts'
import { upiReferenceKey } from '#shop/orders/money/ledger.tables.server.ts'
import { ownUpi, payUntil } from '#shop/orders/money/ledger.ts'
import { updatePayment } from '#shop/orders/money/payments.store.server.ts'
import { noSuchOrder } from '#shop/orders/order-rules.ts'
import { findOrder, lockOrder } from '#shop/orders/orders.store.server.ts'
import { markRefundSucceeded } from '#shop/refunds/refunds.store.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { settlePayment } from '../settle-payment.server.ts'

const noteReferenceEndpoint = endpoint({
  method: 'POST',
  path: '/orders/upi-reference',
  tag: 'Admin orders',
  summary: 'Note the reference of money by UPI',
  description:
    'Of a payment it says that exactly its amount is in the account: what it buys is done, or all of it is to be sent back if that can no longer be had. Of a refund it says that it was sent. The same again changes nothing. 409 with another reference than before, and for one that another payment has.',
  access: 'edit-orders',
  body: z.object({
    orderId: orderIdSchema,
    paymentId: z.uuid().describe('A payment or refund'),
    reference: paidBySchema.shape.reference.unwrap().describe('Of the bank, 12 digits'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type NoteReference = typeof noteReferenceEndpoint

export function serveOwnUpi(api: Api, shop: AppContext) {
  api.serve(noteReferenceEndpoint, async ({ body }, { caller: by }) => ({
    message: await noteReference(shop, { ...body, by }),
  }))
}

type Noted = z.output<NonNullable<typeof noteReferenceEndpoint.body>> & { by: Caller }

/**
 * Notes the bank's reference of a payment to the shop's own UPI id, and settles it; or of a refund, which is made so.
 *
 * @returns what came of it, for staff
 * @throws AppError not_found; conflict for another reference than before, and for one that another payment has
 */
export async function noteReference(
  shop: AppContext,
  { orderId, paymentId, reference, by }: Noted,
): Promise<string> {
  const { number, paise } = await shop.db
    .transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      const payment = order?.payments.find(({ id }) => id === paymentId)
      if (!order || payment?.provider !== ownUpi) throw noSuchOrder()
      const { paise } = payment
      if (payment.reference && payment.reference !== reference) {
        const sentence = `The reference ${payment.reference} is noted already.`
        throw fieldError('conflict', 'reference', sentence)
      }
      if (!payment.reference) {
        const now = shop.clock.now()
        const isRefund = paise < 0
        if (isRefund)
          await markRefundSucceeded(tx, paymentId, { providerId: reference, reference, now })
        else await updatePayment(tx, paymentId, { reference, updatedAt: now })
        const action = isRefund ? ('send-upi' as const) : ('find-upi' as const)
        const after = { amountPaise: Math.abs(paise), reference }
        await recordAudit(tx, { at: now, by, action, orderId, after })
      }
      return { number: order.number, paise }
    })
    .catch((error: unknown) => {
      if (!violates(error, upiReferenceKey)) throw error
      const sentence = 'This reference was already used for another payment.'
      throw fieldError('conflict', 'reference', sentence)
    })
  if (paise < 0) return `${formatInr(-paise)} sent back.`
  const state = await settlePayment(shop, { provider: ownUpi, paymentId })
  return state === 'placed'
    ? `Order ${number}: ${formatInr(paise)} found.`
    : `Order ${number} could not be had any more. Please send ${formatInr(paise)} back.`
}

interface AboutPayment {
  orderId: string
  paymentId: string
}

async function find({ db }: AppContext, { orderId, paymentId }: AboutPayment) {
  const order = await findOrder(db, orderId)
  const payment = order?.payments.find(({ id }) => id === paymentId)
  if (!order || !payment) throw noOrderToWriteAbout(orderId)
  return { order, payment, amount: formatInr(payment.paise), by: formatDateTime(payUntil(payment)) }
}

/** To the shop: a customer says that they paid. Null once it is found. */
export const upiClaimedMail: MailKind<AboutPayment> = async (context, about) => {
  const { order, payment, amount, by } = await find(context, about)
  if (payment.status !== 'started') return null
  const { shop } = context
  return {
    to: shop.email,
    notice: { event: 'money' },
    subject: `Order ${order.number}: did ${amount} come by UPI?`,
    preview: `Look by ${by}.`,
    parts: [
      `The customer says that ${amount} for order ${order.number} is paid to your UPI id${payment.claimed && `, with the reference ${payment.claimed}`}. That proves nothing: look in your bank’s app, and say on the order’s page what you find, by ${by}. Otherwise it ends unpaid, and we mail the customer.`,
      { button: 'Open the order', href: `${shop.publicUrl}/admin/orders/${order.number}` },
    ],
  }
}

const notDone = {
  order: 'so your order was not placed',
  quote: 'so this payment accepted no quote',
  change: 'so your order stays as it was',
}

/** To a customer whose payment nobody has found in time. Null if it was found after all. */
export const upiNotFoundMail: MailKind<AboutPayment> = async (context, about) => {
  const { order, payment, amount, by } = await find(context, about)
  if (payment.status !== 'cancelled') return null
  return {
    ...(await toOwner(context.db, order)),
    subject: `Order ${order.number}: we have not found ${amount}`,
    preview: `No payment of ${amount} came in time.`,
    heading: 'We have not found your payment',
    parts: [
      `${greeting(order)} we looked for ${amount} by UPI for order ${order.number} until ${by} and have not found it, ${notDone[payment.buys?.kind ?? 'order']}.`,
      `Did you pay? Reply with the reference number of 12 digits from your UPI app, or call us on ${context.shop.phone}. We look again, and send back what came. Otherwise you need not do anything.`,
    ],
  }
}
