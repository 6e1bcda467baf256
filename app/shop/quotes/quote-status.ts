import type { ItemStatus } from '#shop/orders/item-status.ts'
import { formatDateTime, kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'

/**
 * Where an offer stands. It is open until the customer accepts or declines it, the baker replaces it by another, its
 * time runs out, or its order is cancelled; from none of these it comes back.
 */
export const quoteStatuses = [
  'open',
  'accepted',
  'declined',
  'replaced',
  'expired',
  'withdrawn',
] as const

export type QuoteStatus = (typeof quoteStatuses)[number]

/** An offer as far as its standing asks. */
interface AskedOffer {
  status: QuoteStatus
  answerBy: Date
}

/** Whether the time to answer an open offer is over. */
export function isOverdue({ status, answerBy }: AskedOffer, now: Date): boolean {
  return status === 'open' && answerBy <= now
}

/**
 * Where an offer stands for its customer: expired from the moment on that its time is over, though the job that ends it
 * comes later; withdrawn when its order was cancelled, though the customer had accepted it.
 */
export function quoteStatusAt(
  offer: AskedOffer,
  { itemStatus, now }: { itemStatus: ItemStatus; now: Date },
): QuoteStatus {
  if (isOverdue(offer, now)) return 'expired'
  return offer.status === 'accepted' && itemStatus === 'cancelled' ? 'withdrawn' : offer.status
}

/** Why an offer that is not open cannot be answered otherwise, as a sentence to its customer. */
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
 * Until when the price of a cake may be answered: eight in the evening before its delivery, in Kolkata. When that
 * leaves less than an hour it is an hour before the delivery; null when that is over too.
 */
export function findAnswerDeadline(deliveryAt: Date, now: Date): Date | null {
  // Kolkata never changes its clocks, so a day earlier is the day before.
  const dayBefore = kolkataDay(new Date(deliveryAt.getTime() - dayMs))
  const evening = kolkataToInstant(`${dayBefore}T20:00`)
  if (evening.getTime() - now.getTime() >= hourMs) return evening
  const hourBefore = new Date(deliveryAt.getTime() - hourMs)
  return hourBefore > now ? hourBefore : null
}

/** What the page of an offer is headed with, by where the offer stands. */
export const quoteTitles: Record<QuoteStatus, string> = {
  open: 'Your cake has a price',
  accepted: 'The price is accepted',
  declined: 'You declined this price',
  replaced: 'There is a newer price',
  expired: 'The time to answer is over',
  withdrawn: 'This order is cancelled',
}

/** What follows from where an offer stands, as sentences to its customer; instants in ISO 8601. */
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
