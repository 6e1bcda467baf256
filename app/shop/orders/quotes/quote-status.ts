import { dayMs, hourMs } from '#platform/durations.ts'
import { formatDateTime, kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { type DeliveryTime, deliveryText } from '../delivery/delivery-text.ts'
import type { ItemStatus, QuoteStatus } from '../item-status.ts'

interface QuoteTimes {
  status: QuoteStatus
  answerBy: Date
}

/** Whether an open quote can no longer be answered. */
export function isOverdue({ status, answerBy }: QuoteTimes, now: Date): boolean {
  return status === 'open' && answerBy <= now
}

/**
 * The status shown to the customer. A quote is expired at its deadline, even before the job closes it. An accepted one
 * is withdrawn if its order is cancelled.
 */
export function quoteStatusAt(
  quote: QuoteTimes,
  { itemStatus, now }: { itemStatus: ItemStatus; now: Date },
): QuoteStatus {
  if (isOverdue(quote, now)) return 'expired'
  return quote.status === 'accepted' && itemStatus === 'cancelled' ? 'withdrawn' : quote.status
}

/** Sentences to the customer. */
export const closedQuoteErrors: Record<Exclude<QuoteStatus, 'open'>, string> = {
  accepted:
    'You have already accepted this quote. Call us if you want to change that and we will help.',
  declined: 'You have already declined this quote. Call us if you have changed your mind.',
  replaced: 'We have sent you a newer quote. Please answer that one.',
  expired: 'The time to answer this quote is over. Call us and we will help.',
  withdrawn: 'This order is cancelled, so its quote can no longer be answered.',
}

/**
 * 8 pm on the day before the delivery, in Kolkata. If that is less than an hour away, an hour before the delivery. Null
 * if that is over too.
 */
export function findAnswerDeadline(deliveryAt: Date, now: Date): Date | null {
  // Kolkata has no daylight saving time, so a day earlier is the day before.
  const dayBefore = kolkataDay(new Date(deliveryAt.getTime() - dayMs))
  const evening = kolkataToInstant(`${dayBefore}T20:00`)
  if (evening.getTime() - now.getTime() >= hourMs) return evening
  const hourBefore = new Date(deliveryAt.getTime() - hourMs)
  return hourBefore > now ? hourBefore : null
}

export const quoteTitles: Record<QuoteStatus, string> = {
  open: 'Your quote is ready',
  accepted: 'You accepted this quote',
  declined: 'You declined this quote',
  replaced: 'There is a newer quote',
  expired: 'This quote has expired',
  withdrawn: 'This order is cancelled',
}

/** What a customer may want to ask. */
export const quoteQuestions: Record<QuoteStatus, string> = {
  open: 'Questions before you answer?',
  accepted: 'Need to change something?',
  declined: 'Changed your mind? We can send you a new quote.',
  replaced: 'Can’t find the email?',
  expired: 'Still want this cake? Tell us and we’ll check if there is time.',
  withdrawn: 'Not what you wanted?',
}

/** Sentences to the customer. */
export function quoteStatusText(
  status: Exclude<QuoteStatus, 'open'>,
  order: DeliveryTime & { isPickup: boolean; answerBy: Date },
): string {
  switch (status) {
    case 'accepted':
      return `Thank you! We’ll bake your cake${order.isPickup ? '. Pick it up' : ' and deliver it'} on ${deliveryText(order)}. There is nothing more to do.`
    case 'declined':
      return 'We won’t bake this cake, and you pay nothing for it.'
    case 'replaced':
      return 'We have sent you a newer quote. It is in our latest email and in View Orders.'
    case 'expired':
      return `This quote was open until ${formatDateTime(order.answerBy)}. We have not started on your cake, and you pay nothing for it.`
    case 'withdrawn':
      return 'You don’t need to answer this quote, and you pay nothing for this cake.'
  }
}

/** 'tomorrow, 21 Nov 2026, 8:00 pm'. */
export function nearInstant(at: Date, now: Date): string {
  const day = kolkataDay(at)
  const text = formatDateTime(at)
  if (day === kolkataDay(now)) return `today, ${text}`
  // Kolkata has no daylight saving time, so a day later is the next day.
  return day === kolkataDay(new Date(now.getTime() + dayMs)) ? `tomorrow, ${text}` : text
}
