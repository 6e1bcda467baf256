import { dayInWords } from '#shop/delivery/slot-text.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { IndiaTime } from '#shop/values/moment.tsx'
import { textLink } from '#ui/button.tsx'
import { UserText } from '#ui/user-text.tsx'
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
