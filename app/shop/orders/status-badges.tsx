import { type FulfilmentStatus, fulfilmentLabels, hasLeft } from './fulfilment/fulfilment-status.ts'
import { type ItemStatus, itemLabels } from './item-status.ts'

const labels = { ...fulfilmentLabels, cancelled: 'Cancelled' }

const fulfilmentLooks: Record<keyof typeof labels, string> = {
  placed: 'bg-blush text-cocoa',
  baking: 'bg-blush text-berry',
  ready: 'bg-pistachio text-paper',
  out_for_delivery: 'bg-berry text-paper',
  delivered: 'bg-cream text-cocoa ring-1 ring-line ring-inset',
  collected: 'bg-cream text-cocoa ring-1 ring-line ring-inset',
  failed: 'bg-chilli text-paper',
  closed: 'bg-cream text-cocoa-soft ring-1 ring-line ring-inset',
  cancelled: 'bg-cream text-cocoa-soft ring-1 ring-line ring-inset',
}

export function FulfilmentBadge({ fulfilment }: { fulfilment: keyof typeof labels }) {
  return (
    <span
      className={`rounded-pill px-3 py-0.5 text-xs font-semibold whitespace-nowrap ${fulfilmentLooks[fulfilment]}`}
    >
      <span className="sr-only">Order is: </span>
      <span>{labels[fulfilment]}</span>
    </span>
  )
}

const itemLooks: Record<ItemStatus, string> = {
  processing: 'bg-blush text-cocoa',
  completed: 'bg-pistachio text-paper',
  quoted: 'bg-blush text-berry',
  accepted: 'bg-blush text-cocoa',
  declined: 'bg-cream text-cocoa-soft ring-1 ring-line ring-inset',
  expired: 'bg-cream text-cocoa-soft ring-1 ring-line ring-inset',
  rejected: 'bg-cream text-cocoa-soft ring-1 ring-line ring-inset',
  cancelled: 'bg-cream text-cocoa-soft ring-1 ring-line ring-inset',
}

interface ItemStatusBadgeProps {
  status: ItemStatus
  label?: string
}

export function ItemStatusBadge({ status, label = itemLabels[status] }: ItemStatusBadgeProps) {
  return (
    <span
      className={`rounded-pill px-3 py-0.5 text-xs font-semibold whitespace-nowrap ${itemLooks[status]}`}
    >
      <span className="sr-only">Status: </span>
      <span>{label}</span>
    </span>
  )
}

interface ItemOfOrder {
  item: { status: ItemStatus }
  order: { fulfilment: FulfilmentStatus }
}

/** What left with its order is where the order is. */
export function ItemBadge({ item: { status }, order: { fulfilment } }: ItemOfOrder) {
  if (status === 'completed' && hasLeft(fulfilment)) {
    return <FulfilmentBadge fulfilment={fulfilment} />
  }
  return <ItemStatusBadge status={status} />
}
