import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import type { DecisionProps } from './use-baker-actions.ts'

/** Says that an item is made. */
export function ConfirmItem({ item, order, decide }: DecisionProps) {
  const [busy, setBusy] = useState(false)

  async function confirm() {
    setBusy(true)
    await decide({ itemId: item.id, order, data: '' })
    setBusy(false)
  }

  return (
    <Button
      size="small"
      busy={busy}
      onClick={({ detail }) => {
        // The second half of a double press falls on the next item, which has moved up.
        if (detail < 2) void confirm()
      }}
    >
      {item.customize ? 'Prepared' : 'Confirm'}
      <span className="sr-only">{`${item.customize ? ':' : ''} ${item.name} of order ${order.number}`}</span>
    </Button>
  )
}
