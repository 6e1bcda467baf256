/** Into whose hands a cake was given. */
export const receivers = ['recipient', 'household', 'neighbour', 'reception'] as const
export type Receiver = (typeof receivers)[number]

/** As the rider chooses it. */
export const receiverLabels: Record<Receiver, string> = {
  recipient: 'The recipient',
  household: 'Family or colleague',
  neighbour: 'A neighbour',
  reception: 'Guard or reception',
}

/** Why a cake could not be handed over. */
export const failReasons = ['nobody-in', 'wrong-address', 'refused', 'damaged'] as const
export type FailReason = (typeof failReasons)[number]

/** As people read it, and as it stands in the order's moves. */
export const failLabels: Record<FailReason, string> = {
  'nobody-in': 'Nobody in',
  'wrong-address': 'Wrong address',
  refused: 'Refused',
  damaged: 'Damaged on the way',
}

/** Whether a failed move says that its recipient is why: what is written with it is one of {@link failLabels}. */
export function isRecipientsFault(detail: string): boolean {
  return [failLabels['nobody-in'], failLabels['wrong-address'], failLabels.refused].includes(detail)
}

/** How many wrong codes an order takes; then only a photo proves its delivery, or the baker says so. */
export const maxWrongCodes = 5
