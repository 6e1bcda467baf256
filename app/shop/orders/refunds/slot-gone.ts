const prefix = 'slot-gone-'

/** The key of a refund to a customer who paid in time, as far as they knew, and gets nothing. */
export const slotGoneKey = (paymentId: string) => `${prefix}${paymentId}`

export const isSlotGoneKey = (key: string) => key.startsWith(prefix)
