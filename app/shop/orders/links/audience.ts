/** For whom a tracking link is: the one who ordered, or the one who gets it. */
export type Audience = 'sender' | 'recipient'
