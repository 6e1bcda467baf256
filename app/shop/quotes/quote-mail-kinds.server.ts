import { z } from 'zod'
import type { MailKind } from '#shop/mails/mail-kind.server.ts'

const aboutAnOffer = z.object({ orderId: z.uuid(), quoteId: z.uuid() })
const aboutAnItem = z.object({ orderId: z.uuid(), itemId: z.uuid() })

function offerMail(name: string) {
  return {
    name,
    data: aboutAnOffer,
    eventId: ({ quoteId }) => quoteId,
  } satisfies MailKind<typeof aboutAnOffer>
}

/** To the customer: the price, the design, and the link to answer by; nothing once the offer is not open any more. */
export const mailQuote = offerMail('offer')

/** To the customer: the price is agreed, with all that is due in cash. */
export const mailQuoteAccepted = offerMail('quote-accepted')

/** To the customer: the time to answer is over. */
export const mailQuoteExpired = offerMail('quote-expired')

/** To the shop: the offer was accepted or declined, or was not answered in time. */
export const mailQuoteAnswered = offerMail('quote-answered')

/** To the customer: the baker cannot make the cake, and why. */
export const mailItemRejected = {
  name: 'item-rejected',
  data: aboutAnItem,
  eventId: ({ itemId }) => itemId,
} satisfies MailKind<typeof aboutAnItem>
