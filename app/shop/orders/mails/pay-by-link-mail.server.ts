import { cakesText } from '#shop/cart/cart-line.ts'
import type { MailKind } from '#shop/mails/mail-kind.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { deliveryInMail } from '../delivery/delivery-text.ts'
import { payPath } from '../links/tracking-link.server.ts'
import { unpaidByLink } from '../money/ledger.ts'
import { findOrder } from '../orders.store.server.ts'
import { greeting, toOwner } from './order-mail.server.ts'

/** To the customer: the link that pays for an order that the shop took by phone, or for a change of one. */
export const payByLinkMail: MailKind<{ orderId: string; reason: string }> = async (
  context,
  { orderId, reason },
) => {
  const { db, shop } = context
  const order = await findOrder(db, orderId)
  const open = order && unpaidByLink(order)
  // It may be paid already, or its time over.
  if (!open) return null
  const isNew = order.state === 'awaiting_payment'
  const amount = formatInr(open.paise)
  const by = formatDateTime(open.until)
  return {
    ...(await toOwner(db, order)),
    subject: `Order ${order.number}: ${isNew ? `pay ${amount}` : `${amount} for your change`}`,
    preview: `Pay ${amount}, and we ${isNew ? 'bake' : 'change'} your order.`,
    heading: `Pay for your ${isNew ? 'order' : 'change'}`,
    parts: [
      isNew
        ? `${greeting(order)} you ordered ${cakesText(order.items)} for ${deliveryInMail(order)}. We bake when you have paid ${amount}, until ${by}.`
        : `${greeting(order)} what you asked us to change of order ${order.number} costs ${amount} more. We change it when you have paid, until ${by}.`,
      reason !== '' && { userText: reason },
      { button: `Pay ${amount}`, href: `${shop.publicUrl}${payPath(context, order.id)}` },
      `Did you not ask for it? Then do nothing, or call us on ${shop.phone}.`,
    ],
  }
}
