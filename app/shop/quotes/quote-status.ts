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
