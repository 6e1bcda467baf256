import { type DeliveryTime, deliveryText } from './delivery-text.ts'

export function DeliveryMoment({ order }: { order: DeliveryTime }) {
  const { slotStartsAt, deliveryAt } = order
  return <time dateTime={(slotStartsAt ?? deliveryAt).toISOString()}>{deliveryText(order)}</time>
}
