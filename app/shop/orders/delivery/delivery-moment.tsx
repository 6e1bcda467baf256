import { dayInWords } from '#shop/delivery/slot-text.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type DeliveryTime, deliveryHours } from './delivery-text.ts'

/** 'Wed 25 Nov (tomorrow), 6 to 8 pm' */
export function DeliveryMoment({ order }: { order: DeliveryTime }) {
  const at = order.slotStartsAt ?? order.deliveryAt
  return (
    <time dateTime={at.toISOString()}>
      {`${dayInWords(kolkataDay(at), kolkataDay(new Date()))}, ${deliveryHours(order)}`}
    </time>
  )
}
