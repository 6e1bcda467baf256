import { hourMs } from '#platform/clock.ts'
import { call } from '#platform/http/api-client.ts'
import { DeliveryTime, SlotPicker, SlotsPlaceholder } from '#shop/delivery/choose/slot-picker.tsx'
import { useSlotDays } from '#shop/delivery/choose/use-slot-days.ts'
import type { ListedSlot } from '#shop/delivery/delivery.schema.ts'
import { localStart } from '#shop/delivery/slot-text.ts'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { locksAt } from '#shop/orders/order-rules.ts'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { type DeliveryAddress, placeOf } from '#shop/values/india-address.ts'
import { kolkataDay, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'
import type { OrderChanges } from './change-order.schema.ts'
import type { OrderSlots as OrderSlotsCall } from './change-slot.server.ts'
import { namedBy } from './changeable-parts.ts'

type Typed = Pick<OrderChanges, 'time' | 'slot'>

interface TimeFieldsProps {
  order: ShownOrder
  /** Of the customer's link, in place of a session. */
  token: string | undefined
  /** Where it goes after the change. */
  place: DeliveryAddress
  typed: Typed
  error: string | undefined
  /** `time` is left out for the order's own; `morePaise` is negative if it costs less. */
  change: (to: Typed, morePaise: Paise) => void
}

/** Other slots, or any time in a shop without slots. */
export function TimeFields(props: TimeFieldsProps) {
  const { order } = props
  return order.slotStartsAt ? (
    <OrderSlots {...props} startsAt={order.slotStartsAt} />
  ) : (
    <OrderTime {...props} />
  )
}

function OrderTime({ order, typed, error, change }: TimeFieldsProps) {
  const before = toKolkataInput(order.deliveryAt)
  const changeTo = (time: string) => change({ time: time === before ? undefined : time }, 0)
  const leadMs = order.deliveryAt.getTime() - locksAt(order).getTime()
  return (
    <DeliveryTime
      leadHours={leadMs / hourMs}
      field={{
        name: 'time',
        error,
        value: typed.time ?? before,
        onChange: (event) => changeTo(event.target.value),
      }}
      onSuggest={changeTo}
    />
  )
}

function OrderSlots({
  order,
  token,
  startsAt,
  place: { pincode },
  typed,
  error,
  change,
}: TimeFieldsProps & { startsAt: Date }) {
  const { what } = deliveryWords(order)
  const isElsewhere = pincode.length === 6 && pincode !== placeOf(order.address).pincode
  const slots = useSlotDays({
    requestKey: isElsewhere ? pincode : order.id,
    chosenAt: toKolkataInput(startsAt),
    send: (part) =>
      call<OrderSlotsCall>('GET /orders/slots', {
        query: { ...namedBy(order, token), ...(isElsewhere && { pincode }), ...part },
      }),
  })
  if (slots.kind !== 'ready') return <SlotsPlaceholder what={what} slots={slots} />
  const isOwn = ({ start, end }: ListedSlot) =>
    start === startsAt.toISOString() && end === order.slotEndsAt?.toISOString()
  return (
    <div className="grid gap-4">
      <SlotPicker
        what={what}
        days={slots.options.days}
        firstDay={kolkataDay(startsAt)}
        showMore={slots.showMore}
        field={{ name: 'time', error }}
        isChosen={(slot) =>
          typed.time === undefined
            ? isOwn(slot)
            : typed.slot === slot.id && typed.time === localStart(slot)
        }
        onChoose={(slot) =>
          isOwn(slot)
            ? change({ time: undefined, slot: undefined }, 0)
            : change(
                { time: localStart(slot), slot: slot.id },
                toPaise(slot.surcharge) - order.surchargePaise,
              )
        }
      />
    </div>
  )
}
