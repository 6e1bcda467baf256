import { fulfilmentLabels } from './fulfilment-status.ts'

const labels = { ...fulfilmentLabels, cancelled: 'Cancelled' }

const looks: Record<keyof typeof labels, string> = {
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
      className={`rounded-pill px-3 py-0.5 text-xs font-semibold whitespace-nowrap ${looks[fulfilment]}`}
    >
      <span className="sr-only">Order is: </span>
      <span>{labels[fulfilment]}</span>
    </span>
  )
}
