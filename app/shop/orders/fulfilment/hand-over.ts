/** Why a cake could not be handed over. */
export const failReasons = ['nobody-in', 'wrong-address', 'refused', 'damaged'] as const
export type FailReason = (typeof failReasons)[number]

export const failLabels: Record<FailReason, string> = {
  'nobody-in': 'Nobody in',
  'wrong-address': 'Wrong address',
  refused: 'Refused',
  damaged: 'Damaged on the way',
}

/** Whether the shop was at the door in time, but the recipient did not take the cake. */
export function isRecipientUnreachable(reason: FailReason | null): boolean {
  return reason !== null && reason !== 'damaged'
}

/** Who took a cake at the door. */
export const receivers = ['recipient', 'household', 'neighbour', 'reception'] as const
export type Receiver = (typeof receivers)[number]

export const receiverLabels: Record<Receiver, string> = {
  recipient: 'The recipient',
  household: 'Family or colleague',
  neighbour: 'A neighbour',
  reception: 'Guard or reception',
}

/** How many wrong codes are allowed; then the rider has to take a photo at the door. */
export const maxWrongCodes = 5
