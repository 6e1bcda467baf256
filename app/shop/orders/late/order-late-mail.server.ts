import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { formatInr } from '#shop/values/money.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
  toCustomer,
} from '../mails/order-mail.server.ts'
import { refundArrives } from '../money/order-money.ts'
import { creditNotesOfEvent } from '../papers/papers.store.server.ts'

/** To the customer: what is refunded, or was not charged at the door, for a late delivery. */
export const orderLateMail = declareMail({
  name: 'order-late',
  cause: 'recipient',
  data: z.object({
    orderId: z.uuid(),
    minutes: z.int().positive(),
    amountPaise: z.int().min(0),
    /** How much less was due in cash. */
    lessPaise: z.int().min(0).default(0),
    /** Excess paid in cash, and refunded. */
    overPaise: z.int().min(0).default(0),
  }),
  async write({ db, shop }, { orderId, minutes, amountPaise, lessPaise, overPaise }) {
    const order = await findOrderForMail(db, orderId)
    const { number } = order
    const refunded = `As promised, we’ve refunded ${formatInr(amountPaise)}. ${refundArrives('you')}`
    const less = `As promised, ${formatInr(lessPaise)} less was due in cash.`
    const sentences = [
      `${greeting(order)} your order ${number} arrived ${minutes} minutes after the end of its slot.`,
      ...(amountPaise > 0 ? [refunded] : []),
      ...(lessPaise > 0 ? [less] : []),
    ]
    return {
      ...toCustomer(order),
      subject: `Sorry, your order ${number} was late`,
      preview: `${formatInr(amountPaise + lessPaise)} of order ${number} is yours: we were late.`,
      heading: 'Sorry, we were late',
      parts: [
        sentences.join(' '),
        overPaise > 0 && `You paid ${formatInr(overPaise)} too much. We’ll give it back to you.`,
        creditNotesText(await creditNotesOfEvent(db, { orderId, event: `late-${orderId}` })),
        'Questions? Reply to this email or call us.',
        { button: 'Our promise', href: `${shop.publicUrl}/refunds` },
      ],
    }
  },
})
