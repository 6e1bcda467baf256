import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { listAuditLog, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { findPhoto, photosOf } from '#shop/handling/handling.store.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { findOrderDisputes } from '#shop/orders/disputes/disputes.store.server.ts'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import { isPaidOnline, ownUpi } from '#shop/orders/money/ledger.ts'
import type { Audience, Order } from '#shop/orders/order.ts'
import type { PhotoKind } from '#shop/orders/order-photo.ts'
import { maxNoteLength } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder, saveOrderChange } from '#shop/orders/orders.store.server.ts'
import { quotesOfOrder } from '#shop/orders/quotes/quotes.store.server.ts'
import { showOrder } from '#shop/orders/shown-order.ts'
import { listedDocuments } from '#shop/papers/papers.store.server.ts'
import { refundablePaise } from '#shop/paying/refunds/refund-order.server.ts'
import { messagesOf } from '#shop/storefront/storefront.store.server.ts'
import { sumPaise } from '#shop/values/money.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { findOrderByNumber, findPaymentEvents } from '../admin-orders.store.server.ts'
import { orderHistory } from './order-history.server.ts'

const entriesShown = 200

export type OrderDetail = NonNullable<Awaited<ReturnType<typeof loadOrderDetail>>>
export type OrderQuote = OrderDetail['quotes'][number]

/** All that staff see of an order, also of one that was never placed, lists oldest first; null without such a number. */
export async function loadOrderDetail(db: Database, number: number) {
  const order = await findOrderByNumber(db, number)
  if (!order) return null
  const { id, items, payments, kitchenNote } = order
  const [events, disputes, quotes, documents, entries, conversations, photo] = await Promise.all([
    findPaymentEvents(db, id),
    findOrderDisputes(db, id),
    quotesOfOrder(db, id),
    listedDocuments(db, [id]),
    listAuditLog(db, { subject: 'order', id, limit: entriesShown }),
    messagesOf(db, [order]),
    findPhoto(db, id, 'problem'),
  ])
  const online = payments.filter(isPaidOnline)
  const refunds = payments.filter(({ cause }) => cause === 'refund')
  const losses = payments.filter(({ cause }) => cause === 'dispute')
  return {
    order: showOrder(order),
    state: order.state,
    /** Staff took it: they may answer its quotes. */
    isTaken: order.takenBy !== null,
    kitchenNote,
    courier: order.courier,
    /** Its sender reports that something is wrong with the photo. */
    isHeld: order.dispatchHeldAt !== null,
    documents: documents.get(id) ?? [],
    online: online.map(({ id: onlineId, provider, paise, status, updatedAt }) => ({
      ...{ id: onlineId, provider, paise, status, updatedAt },
    })),
    /** Payments to the shop's own UPI id that nobody has found, and refunds that nobody has sent. */
    byHand: payments.flatMap(({ id: rowId, provider, reference, paise, claimed, status }) =>
      provider === ownUpi && !reference ? [{ id: rowId, paise, claimed, status }] : [],
    ),
    /** At the door or at the counter; below 0 if too much was given back. */
    taken: payments.flatMap(({ id: takenId, cause, method, paise, createdAt }) =>
      cause === 'door' || cause === 'counter' ? [{ id: takenId, method, paise, createdAt }] : [],
    ),
    /** What can be refunded at once, in paise: to the card, and of what was taken. */
    refundable: {
      card: disputes.every(({ isRefundable }) => isRefundable)
        ? refundablePaise(order, 'provider')
        : 0,
      taken: refundablePaise(order, 'cash'),
    },
    refunds: refunds.map(
      ({ id: refundId, paise, method, reason, status, attempts, createdAt }) => ({
        ...{ id: refundId, paise, method, reason, createdAt },
        /** `delayed`: the payment provider does not make it yet. */
        status: status === 'requested' && attempts > 0 ? ('delayed' as const) : status,
      }),
    ),
    disputes: disputes.map((dispute) => ({
      ...dispute,
      id: dispute.providerDisputeId,
      lostPaise:
        0 - sumPaise(losses.filter(({ providerId }) => providerId === dispute.providerDisputeId)),
    })),
    quotes,
    /** All conversations about it, oldest first. */
    conversations,
    /** When the customer's photo of what is wrong was sent, ISO 8601. */
    problemPhotoAt: photo?.takenAt.toISOString() ?? null,
    history: orderHistory({
      items,
      entries: entries.toReversed(),
      payments: online,
      events,
      refunds: refunds.filter(({ method }) => method === 'provider'),
    }),
  }
}

export type DispatchCheck = Awaited<ReturnType<typeof loadDispatchCheck>>

/** What the shop has to know before an order leaves; a link only for staff who may do themselves what it allows. */
export async function loadDispatchCheck(
  context: AppContext,
  { order, role }: { order: Pick<Order, 'id' | 'recipientName'>; role: Role },
) {
  const photos = await photosOf(context.db, [order.id])
  const takenAt = (kind: PhotoKind) =>
    photos.find((one) => one.kind === kind)?.takenAt.toISOString()
  const isDoorOfEarlierTry = photos.some(({ isEarlierTry }) => isEarlierTry)
  const audiences: Audience[] = order.recipientName === null ? ['sender'] : ['sender', 'recipient']
  const link = async (audience: Audience) => ({
    audience,
    url: may(role, audience === 'sender' ? 'refund-any-amount' : 'edit-orders')
      ? await trackingUrl(context, order.id, audience)
      : null,
  })
  return {
    photos: { leaving: takenAt('leaving'), door: takenAt('door'), isDoorOfEarlierTry },
    links: await Promise.all(audiences.map(link)),
  }
}

const kitchenNoteEndpoint = endpoint({
  method: 'POST',
  path: '/orders/note',
  tag: 'Admin orders',
  summary: 'Save a note for the kitchen',
  description:
    'Saves a note with the order; an empty one removes it. 409 when someone else has changed the note.',
  access: 'edit-orders',
  body: z.object({
    orderId: orderIdSchema,
    note: textSchema(maxNoteLength, `A note can have at most ${maxNoteLength} characters.`),
    was: z.string().describe('The note as it was known'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type KitchenNote = typeof kitchenNoteEndpoint

export function serveOrderNotes(api: Api, { db, clock }: AppContext) {
  api.serve(kitchenNoteEndpoint, async ({ body: { orderId, note, was } }, { caller: by }) => {
    await db.transaction(async (tx) => {
      const { kitchenNote } = await lockPlacedOrder(tx, orderId)
      if (kitchenNote === note) return
      if (kitchenNote !== was) {
        const sentence = 'Someone else has changed this note. Please check it and try again.'
        throw new AppError('conflict', sentence)
      }
      await saveOrderChange(tx, orderId, { kitchenNote: note })
      const [before, after] = [{ note: kitchenNote }, { note }]
      const entry = { at: clock.now(), by, action: 'note-order', orderId } as const
      await recordAudit(tx, { ...entry, before, after })
    })
    return { message: note === '' ? 'Note removed.' : 'Note saved.' }
  })
}
