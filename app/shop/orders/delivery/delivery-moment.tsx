import { type DeliveryTime, deliveryText } from './delivery-text.ts'

/** When an order is delivered, for people and for machines. */
export function DeliveryMoment({ order }: { order: DeliveryTime }) {
  const { slotStartsAt, deliveryAt } = order
  return <time dateTime={(slotStartsAt ?? deliveryAt).toISOString()}>{deliveryText(order)}</time>
}
