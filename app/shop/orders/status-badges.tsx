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

function Badge({ of, label, look }: { of: string; label: string; look: string }) {
  return (
    <span className={`rounded-pill px-3 py-0.5 text-xs font-semibold whitespace-nowrap ${look}`}>
      <span className="sr-only">{of}</span>
      <span>{label}</span>
    </span>
  )
}

export const FulfilmentBadge = ({ fulfilment }: { fulfilment: keyof typeof labels }) => (
  <Badge of="Order is: " label={labels[fulfilment]} look={fulfilmentLooks[fulfilment]} />
)

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

export const ItemStatusBadge = ({ status, label = itemLabels[status] }: ItemStatusBadgeProps) => (
  <Badge of="Status: " label={label} look={itemLooks[status]} />
)

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
