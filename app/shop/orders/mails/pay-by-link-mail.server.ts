import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { unpaidChange } from '../money/unpaid.ts'
import { findOrderForMail, greeting, toCustomer, trackLinkOf } from './order-mail.server.ts'

/** To the customer: the link that pays for a change that the shop is to make for them. */
export const payByLinkMail = declareMail({
  name: 'pay-by-link',
  cause: 'shop',
  data: z.object({ orderId: z.uuid(), reason: z.string() }),
  async write(context, { orderId, reason }) {
    const { db, shop } = context
    const order = await findOrderForMail(db, orderId)
    const open = unpaidChange(order)
    // It may be paid already, or its time over.
    if (!open) return null
    const amount = formatInr(open.paise)
    return {
      ...toCustomer(order),
      replyTo: shop.email,
      subject: `Order ${order.number}: ${amount} for your change`,
      preview: `Pay ${amount}, and we change your order.`,
      heading: 'Pay for your change',
      parts: [
        `${greeting(order)} what you asked us to change of order ${order.number} costs ${amount} more. We change it when you have paid, until ${formatDateTime(open.until)}.`,
        reason !== '' && { userText: reason },
        { button: `Pay ${amount}`, href: `${await trackLinkOf(context, order)}/pay` },
        `Did you not ask for it? Then do nothing, or call us on ${shop.phone}.`,
      ],
    }
  },
})
