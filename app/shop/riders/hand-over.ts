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

/** How many wrong codes an order takes; then its rider has to take a photo at the door. */
export const maxWrongCodes = 5
