/** The status of an order's item (`isConfirmed` in the API). */
export const itemStatuses = [
  'processing',
  'completed',
  'quoted',
  'accepted',
  'declined',
  'expired',
  'rejected',
  'cancelled',
] as const

export type ItemStatus = (typeof itemStatuses)[number]

interface Transition {
  items: 'plain' | 'custom' | 'any'
  from: readonly ItemStatus[]
  to: ItemStatus
}

/**
 * Every change of status. The baker confirms, quotes, rejects and prepares, and may undo what is prepared; the customer
 * accepts, declines and cancels; time expires. The baker alone drops what is prepared, or one item of several.
 */
const transitions = {
  confirm: { items: 'plain', from: ['processing'], to: 'completed' },
  // Quoting again replaces a price that the customer has not answered, or has declined; until one is accepted.
  quote: { items: 'custom', from: ['processing', 'quoted', 'declined', 'expired'], to: 'quoted' },
  reject: { items: 'custom', from: ['processing'], to: 'rejected' },
  accept: { items: 'custom', from: ['quoted'], to: 'accepted' },
  decline: { items: 'custom', from: ['quoted'], to: 'declined' },
  expire: { items: 'custom', from: ['quoted'], to: 'expired' },
  prepare: { items: 'custom', from: ['accepted'], to: 'completed' },
  undoConfirm: { items: 'plain', from: ['completed'], to: 'processing' },
  undoPrepare: { items: 'custom', from: ['completed'], to: 'accepted' },
  cancel: { items: 'any', from: ['processing', 'quoted', 'accepted'], to: 'cancelled' },
  drop: {
    items: 'any',
    from: ['processing', 'quoted', 'accepted', 'completed'],
    to: 'cancelled',
  },
} as const satisfies Record<string, Transition>

export type ItemAction = keyof typeof transitions

export const itemActions = Object.keys(transitions) as ItemAction[]

/** Where the action takes an item; null when it may not be done now or to this kind of item (409 in the API). */
export function nextStatus(
  status: ItemStatus,
  action: ItemAction,
  { customize }: { customize: boolean },
): ItemStatus | null {
  const { items, from, to }: Transition = transitions[action]
  const applies = items === 'any' || items === (customize ? 'custom' : 'plain')
  return applies && from.includes(status) ? to : null
}

/** Items that wait for the baker, who has to confirm, quote or prepare them. */
export const unpreparedStatuses: ItemStatus[] = ['processing', 'accepted']

/** How long the baker may undo that an item is prepared, ms. Its customer is mailed afterwards. */
export const undoWithinMs = 5 * 60_000

/** How much longer that an item is prepared may be undone, ms; 0 when it may not. */
export function undoLeftMs(preparedAt: Date | null, now: Date): number {
  if (!preparedAt) return 0
  return Math.max(0, preparedAt.getTime() + undoWithinMs - now.getTime())
}

/** Items that are not made and not delivered. */
export const cancelledStatuses: ItemStatus[] = ['cancelled', 'rejected', 'declined', 'expired']

/** Whether it is a customised cake that may be made, once its price is agreed on. */
export function awaitsPrice({
  status,
  customize,
}: {
  status: ItemStatus
  customize: boolean
}): boolean {
  return customize && (status === 'processing' || status === 'quoted')
}

/** As the customer reads it: a completed item is 'Prepared', any other status is shown as it is. */
export function statusLabel(status: ItemStatus): string {
  return status === 'completed' ? 'Prepared' : status
}
