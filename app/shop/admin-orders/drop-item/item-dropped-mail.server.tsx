import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
  toCustomer,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.ts'
import { ItemInWords } from '#shop/orders/mails/order-mail-items.tsx'
import { lessInCashText, owedText, refundedText } from '#shop/orders/money/order-money.ts'
import { creditNotesOf } from '#shop/papers/papers.store.server.ts'
import { MailText } from '#ui/mail-layout.tsx'

/** To the customer: which item is not made, why, and the refund. */
export const itemDroppedMail = declareMail({
  name: 'item-dropped',
  cause: 'shop',
  data: z.object({
    orderId: z.uuid(),
    itemId: z.uuid(),
    amountPaise: z.int().nonnegative(),
    lessInCashPaise: z.int().nonnegative().default(0),
    /** No other item of the order is made. */
    isLast: z.boolean().default(false),
  }),
  async write(context, { orderId, itemId, amountPaise, lessInCashPaise, isLast }) {
    const { db, shop } = context
    const order = await findOrderForMail(db, orderId)
    const item = order.items.find(({ id }) => id === itemId)
    if (!item) throw new Error(`no item ${itemId} to write about`)
    const lessInCash = isLast ? 'There is nothing left to pay.' : lessInCashText(lessInCashPaise)
    return {
      ...toCustomer(order),
      subject: `A change to your order ${order.number}`,
      preview: `We can’t make one item of order ${order.number}.`,
      heading: 'We can’t make one item',
      parts: [
        `${greeting(order)} we’re sorry: we can’t make this item of order ${order.number}.`,
        <MailText key="item">
          <ItemInWords item={item} />
        </MailText>,
        { userText: item.problem },
        amountPaise > 0 && refundedText(amountPaise),
        lessInCashPaise > 0 && lessInCash,
        owedText(order),
        creditNotesText(await creditNotesOf(db, orderId)),
        `Questions? Reply to this email or call us on ${shop.phone}.`,
        trackButton(await trackLinkOf(context, order)),
      ],
    }
  },
})
