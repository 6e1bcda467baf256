import type { ItemStatus } from '#shop/orders/item-status.ts'
import type { QuoteStatus } from './quote-status.ts'

/** An offer as far as its standing asks. */
export interface AskedOffer {
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
