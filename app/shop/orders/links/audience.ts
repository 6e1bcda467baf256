/** `sender` is the customer, `recipient` gets the order. */
export type Audience = 'sender' | 'recipient'
