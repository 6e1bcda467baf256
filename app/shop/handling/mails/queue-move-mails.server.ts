import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { notifiedMoves, type OrderMove } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { Order } from '#shop/orders/order.ts'
import type {
  deliveryFailedMail,
  orderMovedMail,
  recipientAwaitsMail,
  recipientMovedMail,
} from './move-mails.server.tsx'

/** Queues the mail to the recipient once it is agreed what is made, once for each order; not for a surprise. */
export async function queueRecipientAwaitsMail(
  deps: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Database,
  { id: orderId, recipientEmail, isSurprise }: Order,
) {
  if (recipientEmail && !isSurprise) {
    await queueMail<typeof recipientAwaitsMail>(deps, tx, 'recipient-awaits', orderId, { orderId })
  }
}

/**
 * Queues the mails about a move: to the customer, to the recipient if there is an address, and to the shop if the delivery
 * failed. They start when the order is out for delivery, so a surprise stays one. Other channels belong here too.
 */
export async function queueMoveMails(
  deps: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Database,
  order: Pick<Order, 'id' | 'recipientEmail'>,
  made: { id: string; move: OrderMove },
) {
  const move = notifiedMoves.find((one) => one === made.move)
  if (!move) return
  const about = { orderId: order.id, moveId: made.id, move }
  await queueMail<typeof orderMovedMail>(deps, tx, 'order-moved', made.id, about)
  if (move === 'fail') {
    await queueMail<typeof deliveryFailedMail>(deps, tx, 'delivery-failed', made.id, about)
  }
  if (order.recipientEmail) {
    await queueMail<typeof recipientMovedMail>(deps, tx, 'recipient-moved', made.id, about)
  }
}
