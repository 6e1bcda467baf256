import { dayInWords } from '#shop/delivery/slot-text.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { IndiaTime } from '#shop/values/moment.tsx'
import { textLink } from '#ui/button.tsx'
import { UserText } from '#ui/user-text.tsx'
import {
  type FulfilmentStatus,
  fulfilmentLabels,
  hasLeft,
} from '../fulfilment/fulfilment-status.ts'
import { type ItemStatus, itemLabels } from '../item-status.ts'
import type { ShownCourier } from '../shown-order.ts'
import { type DeliveryTime, deliveryHours } from './delivery-text.ts'

/** 'Wed 25 Nov (tomorrow), 6 to 8 pm' */
export function DeliveryMoment({ order }: { order: DeliveryTime }) {
  const at = order.slotStartsAt ?? order.deliveryAt
  return (
    <span>
      <time dateTime={at.toISOString()}>
        {`${dayInWords(kolkataDay(at), kolkataDay(new Date()))}, ${deliveryHours(order)}`}
      </time>
      <IndiaTime />
    </span>
  )
}

/** Who brings it in place of a rider, and where to follow it. */
export function CarriedBy({ courier: { name, link } }: { courier: ShownCourier }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      <span>
        A courier brings it: <UserText>{name}</UserText>
      </span>
      {link && (
        <a href={link} target="_blank" rel="noreferrer" className={textLink}>
          See where it is
        </a>
      )}
    </p>
  )
}

/** Four digits, for the customer and the recipient. */
export function DeliveryCode({ code }: { code: string }) {
  return (
    <p>
      Give this code to the rider:{' '}
      <strong className="font-semibold tabular-nums" translate="no">
        {code}
      </strong>
    </p>
  )
}

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
