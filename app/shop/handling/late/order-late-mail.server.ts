import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
  toCustomer,
} from '#shop/orders/mails/order-mail.server.ts'
import { refundArrives } from '#shop/orders/money/order-money.ts'
import { creditNotesOfEvent } from '#shop/papers/papers.store.server.ts'
import { formatInr } from '#shop/values/money.ts'

/** To the customer: what goes back, or is due no more, for a late delivery. */
export const orderLateMail = declareMail({
  name: 'order-late',
  cause: 'recipient',
  data: z.object({
    orderId: z.uuid(),
    minutes: z.int().positive(),
    amountPaise: z.int().min(0),
    /** How much less is still due. */
    lessPaise: z.int().min(0).default(0),
    /** Paid at the hand-over, and to be given back by staff. */
    overPaise: z.int().min(0).default(0),
  }),
  async write({ db, shop }, { orderId, minutes, amountPaise, lessPaise, overPaise }) {
    const order = await findOrderForMail(db, orderId)
    const { number } = order
    const refunded = `As promised, we’ve refunded ${formatInr(amountPaise)}. ${refundArrives('you')}`
    const less = `As promised, ${formatInr(lessPaise)} less is due.`
    const sentences = [
      `${greeting(order)} your order ${number} arrived ${minutes} minutes after the end of its slot.`,
      ...(amountPaise > 0 ? [refunded] : []),
      ...(lessPaise > 0 ? [less] : []),
      ...(overPaise > 0 ? [`As promised, we’ll give you ${formatInr(overPaise)} back.`] : []),
    ]
    return {
      ...toCustomer(order),
      subject: `Sorry, your order ${number} was late`,
      preview: `${formatInr(amountPaise + lessPaise + overPaise)} of order ${number} is yours: we were late.`,
      heading: 'Sorry, we were late',
      parts: [
        sentences.join(' '),
        creditNotesText(await creditNotesOfEvent(db, { orderId, event: `late-${orderId}` })),
        'Questions? Reply to this email or call us.',
        { button: 'Our promise', href: `${shop.publicUrl}/refunds` },
      ],
    }
  },
})
