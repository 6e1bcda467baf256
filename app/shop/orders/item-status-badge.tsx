import { type ItemStatus, statusLabel } from './item-status.ts'

const looks: Record<ItemStatus, string> = {
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
  /** Shown if several items have the status. */
  count?: number
}

export function ItemStatusBadge({ status, count }: ItemStatusBadgeProps) {
  return (
    <span
      className={`rounded-pill px-3 py-0.5 text-xs font-semibold whitespace-nowrap ${looks[status]}`}
    >
      <span className="sr-only">Status: </span>
      <span>{[count, statusLabel(status)].join(' ').trimStart()}</span>
    </span>
  )
}
