import { type DeliveryTime, deliveryText } from './delivery-text.ts'

/** When an order is delivered, for people and for machines. */
export function DeliveryMoment({ order }: { order: DeliveryTime }) {
  return <time dateTime={order.slot?.start ?? order.time}>{deliveryText(order)}</time>
}
