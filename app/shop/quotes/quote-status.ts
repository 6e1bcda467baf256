import type { ItemStatus } from '#shop/orders/item-status.ts'
import { formatDateTime, kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'

/** A quote is open until it is answered, replaced, expired, or withdrawn with its order. A closed one never opens again. */
export const quoteStatuses = [
  'open',
  'accepted',
  'declined',
  'replaced',
  'expired',
  'withdrawn',
] as const

export type QuoteStatus = (typeof quoteStatuses)[number]

interface QuoteTimes {
  status: QuoteStatus
  answerBy: Date
}

/** Whether an open quote can no longer be answered. */
export function isOverdue({ status, answerBy }: QuoteTimes, now: Date): boolean {
  return status === 'open' && answerBy <= now
}

/**
 * The status that the customer sees. A quote is expired as soon as its deadline is over, before the job closes it. An
 * accepted one is withdrawn when its order is cancelled.
 */
export function quoteStatusAt(
  quote: QuoteTimes,
  { itemStatus, now }: { itemStatus: ItemStatus; now: Date },
): QuoteStatus {
  if (isOverdue(quote, now)) return 'expired'
  return quote.status === 'accepted' && itemStatus === 'cancelled' ? 'withdrawn' : quote.status
}

/** Why a quote that is not open cannot be answered otherwise, as a sentence to its customer. */
export const whyNotOpen: Record<Exclude<QuoteStatus, 'open'>, string> = {
  accepted:
    'You have accepted this price already. Call us if you want to change that and we will help.',
  declined: 'You have declined this price already. Call us if you have changed your mind.',
  replaced: 'We have sent you another price since. Please answer that one.',
  expired: 'The time to answer this price is over. Call us and we will help.',
  withdrawn: 'This order is cancelled, so its price cannot be answered any more.',
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * The deadline for an answer: 8 pm on the day before the delivery, in Kolkata. If that is less than an hour away: an hour
 * before the delivery. Null if that is over too.
 */
export function findAnswerDeadline(deliveryAt: Date, now: Date): Date | null {
  // Kolkata never changes its clocks, so a day earlier is the day before.
  const dayBefore = kolkataDay(new Date(deliveryAt.getTime() - dayMs))
  const evening = kolkataToInstant(`${dayBefore}T20:00`)
  if (evening.getTime() - now.getTime() >= hourMs) return evening
  const hourBefore = new Date(deliveryAt.getTime() - hourMs)
  return hourBefore > now ? hourBefore : null
}

/** The heading of a quote's page. */
export const quoteTitles: Record<QuoteStatus, string> = {
  open: 'Your cake has a price',
  accepted: 'The price is accepted',
  declined: 'You declined this price',
  replaced: 'There is a newer price',
  expired: 'The time to answer is over',
  withdrawn: 'This order is cancelled',
}

/** What a status means, as sentences to the customer; instants in ISO 8601. */
export function quoteStatusText(
  status: Exclude<QuoteStatus, 'open'>,
  { deliveryTime, answerBy }: { deliveryTime: string; answerBy: string },
): string {
  switch (status) {
    case 'accepted':
      return `Thank you! We bake your cake and bring it on ${formatDateTime(new Date(deliveryTime))}. You need do nothing more.`
    case 'declined':
      return 'We will not bake this cake at this price, and nothing is to be paid for it.'
    case 'replaced':
      return 'We have sent you another price since. It is in our newest mail, and in View Orders.'
    case 'expired':
      return `This price was to be answered by ${formatDateTime(new Date(answerBy))}. We have not begun your cake, and nothing is to be paid for it.`
    case 'withdrawn':
      return 'Its price needs no answer any more, and nothing is to be paid for this cake.'
  }
}

/** An instant as one says it on the days before: 'tomorrow, 21 Nov 2026, 8:00 pm'. */
export function nearInstant(at: Date, now: Date): string {
  const day = kolkataDay(at)
  const text = formatDateTime(at)
  if (day === kolkataDay(now)) return `today, ${text}`
  // Kolkata never changes its clocks, so a day later is the next day.
  return day === kolkataDay(new Date(now.getTime() + dayMs)) ? `tomorrow, ${text}` : text
}
