import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import { violates } from '#platform/database/database-errors.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { paidBySchema } from '#shop/orders/money/door-money.schema.ts'
import { upiReferenceKey } from '#shop/orders/money/ledger.tables.server.ts'
import { ownUpi } from '#shop/orders/money/ledger.ts'
import { updatePayment } from '#shop/orders/money/payments.store.server.ts'
import { noSuchOrder } from '#shop/orders/order-rules.ts'
import { lockOrder } from '#shop/orders/orders.store.server.ts'
import { markRefundSucceeded } from '#shop/refunds/refunds.store.server.ts'
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
