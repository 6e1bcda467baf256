import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { deliveryInMail, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
  keepReadyText,
  toOwner,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.ts'
import { lessInCashText, owedText, refundedText } from '#shop/orders/money/order-money.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { creditNotesOf } from '#shop/papers/papers.store.server.ts'
import { addressText } from '#shop/values/india-address.ts'
import { formatInr } from '#shop/values/money.ts'
import { type OrderPart, orderParts, partLabels } from './order-change.ts'

/** To the customer, who may not have done it: what was changed, the new time, and what is refunded. */
export const orderChangedMail = declareMail({
  // Stored mails have this name from when only a new time was mailed.
  name: 'order-rescheduled',
  cause: 'anyone',
  data: z.object({
    orderId: z.uuid(),
    /** How much less the order costs. */
    savedPaise: z.int().nonnegative(),
    /** The part of it that is due no more. */
    lessPaise: z.int().nonnegative().default(0),
    amountPaise: z.int().nonnegative(),
    /** How much more it costs, paid online before or due in cash. */
    morePaise: z.int().nonnegative().default(0),
    /** All that was changed; mails queued before this was said changed the time. */
    parts: z.array(z.enum(orderParts)).default(['time']),
    byShop: z.boolean().default(false),
    /** The address is theirs, and is not mailed. */
    byRecipient: z.boolean().default(false),
    /** The shop's; '' for none. */
    reason: z.string().default(''),
  }),
  async write(context, data) {
    const { orderId, savedPaise, lessPaise, amountPaise, morePaise, parts, reason } = data
    const { byShop, byRecipient } = data
    const { db, shop } = context
    const order = await findOrderForMail(db, orderId)
    // The order may have been cancelled meanwhile.
    if (!isAnyMade(order)) return null
    const time = `${deliveryWords(order).what}: ${deliveryInMail(order)}.`
    const hasNewTime = parts.includes('time')
    return {
      ...(await toOwner(db, order)),
      subject: `Your order ${order.number} ${hasNewTime ? 'has a new time' : 'is changed'}`,
      preview: time,
      heading: hasNewTime ? 'A new time' : 'Your order is changed',
      parts: [
        `${greeting(order)} ${byRecipient ? 'your recipient has told us' : `${byShop ? 'we' : 'you'} have changed`} ${listed(parts)} of order ${order.number}.`,
        reason !== '' && { userText: reason },
        time,
        ...(parts.includes('address') && !byRecipient
          ? [deliveryWords(order).to, { userText: addressText(order.address) }]
          : []),
        amountPaise > 0 && refundedText(amountPaise),
        morePaise > 0 && `It costs ${formatInr(morePaise)} more. ${keepReadyText(order)}`,
        lessPaise > 0 && lessInCashText(lessPaise),
        owedText(order),
        savedPaise > 0 && creditNotesText(await creditNotesOf(db, orderId)),
        `${byShop || byRecipient ? 'Is this not as you wish?' : 'Wasn’t this you?'} Call us on ${shop.phone}.`,
        trackButton(await trackLinkOf(context, order)),
      ],
    }
  },
})

/** 'the time and the cakes' */
function listed(parts: readonly OrderPart[]): string {
  return new Intl.ListFormat('en-IN').format(parts.map((part) => partLabels[part]))
}
