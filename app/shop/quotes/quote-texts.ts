import { formatDateTime, kolkataDay } from '#shop/values/kolkata-time.ts'
import type { QuoteStatus } from './quote-status.ts'

const dayMs = 86_400_000

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
