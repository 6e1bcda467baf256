import { type FulfilmentStatus, fulfilmentLabels } from './fulfilment-status.ts'

const looks: Record<FulfilmentStatus, string> = {
  placed: 'bg-blush text-cocoa',
  baking: 'bg-blush text-berry',
  ready: 'bg-pistachio text-paper',
  out_for_delivery: 'bg-berry text-paper',
  delivered: 'bg-cream text-cocoa ring-1 ring-line ring-inset',
  collected: 'bg-cream text-cocoa ring-1 ring-line ring-inset',
  failed: 'bg-chilli text-paper',
  closed: 'bg-cream text-cocoa-soft ring-1 ring-line ring-inset',
}

export function FulfilmentBadge({ fulfilment }: { fulfilment: FulfilmentStatus }) {
  return (
    <span
      className={`rounded-pill px-3 py-0.5 text-xs font-semibold whitespace-nowrap ${looks[fulfilment]}`}
    >
      <span className="sr-only">Order is: </span>
      {fulfilmentLabels[fulfilment]}
    </span>
  )
}
