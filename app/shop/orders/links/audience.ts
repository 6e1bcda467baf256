/** Whom a tracking link is for: who ordered, or whom it was ordered for. */
export type Audience = 'sender' | 'recipient'
