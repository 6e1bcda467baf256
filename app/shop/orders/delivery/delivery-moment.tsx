import { dayInWords } from '#shop/delivery/slot-text.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { IndiaTime } from '#shop/values/moment.tsx'
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
