/** A dead letter could not be sent; held back: its recipient was sent too many that others caused. */
export const mailStatuses = ['waiting', 'dead_letter', 'held_back', 'sent'] as const

export type MailStatus = (typeof mailStatuses)[number]

/** Not sent, and not tried again unless an admin says so. */
export const unsentForGood = ['dead_letter', 'held_back'] as const satisfies MailStatus[]
