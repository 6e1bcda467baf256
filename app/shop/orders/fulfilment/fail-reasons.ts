/** Why a cake could not be handed over. */
export const failReasons = ['nobody-in', 'wrong-address', 'refused', 'damaged'] as const
export type FailReason = (typeof failReasons)[number]

/** As people read it. */
export const failLabels: Record<FailReason, string> = {
  'nobody-in': 'Nobody in',
  'wrong-address': 'Wrong address',
  refused: 'Refused',
  damaged: 'Damaged on the way',
}

/** Whether the cake came to the door and its recipient did not take it: then the shop was there, and not late. */
export function isRecipientUnreachable(reason: FailReason | null): boolean {
  return reason !== null && reason !== 'damaged'
}
