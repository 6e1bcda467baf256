import { hourMs } from '#platform/durations.ts'
import { call } from '#platform/http/api-client.ts'
import { DeliveryTime, SlotPicker, SlotsPlaceholder } from '#shop/delivery/choose/slot-picker.tsx'
import { useSlotDays } from '#shop/delivery/choose/use-slot-days.ts'
import type { ListedSlot } from '#shop/delivery/delivery.schema.ts'
import { localStart } from '#shop/delivery/slot-text.ts'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { locksAt } from '#shop/orders/order-rules.ts'
import type { ShownOrder } from '#shop/orders/shown-order.ts'
import { placeOf } from '#shop/values/india-address.ts'
import { kolkataDay, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { toPaise } from '#shop/values/money.ts'
import { namedBy } from './order-change.ts'
import type { Draft } from './order-draft.ts'
import type { OrderSlots as OrderSlotsCall } from './order-slots.server.ts'

interface TimeFieldsProps {
  order: ShownOrder
  /** Of the customer's link, in place of a session. */
  token: string | undefined
  draft: Draft
  error: string | undefined
  change: (part: Pick<Draft, 'time' | 'slot' | 'morePaise'>) => void
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

function OrderTime({ order, draft, error, change }: TimeFieldsProps) {
  const before = toKolkataInput(order.deliveryAt)
  const changeTo = (time: string) =>
    change({ time: time === before ? '' : time, slot: '', morePaise: 0 })
  const leadMs = order.deliveryAt.getTime() - locksAt(order).getTime()
  return (
    <DeliveryTime
      leadHours={leadMs / hourMs}
      field={{
        name: 'time',
        error,
        value: draft.time || before,
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
  draft,
  error,
  change,
}: TimeFieldsProps & { startsAt: Date }) {
  const { what } = deliveryWords(order)
  const { pincode } = draft.place
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
          draft.time === ''
            ? isOwn(slot)
            : draft.slot === slot.id && draft.time === localStart(slot)
        }
        onChoose={(slot) =>
          change(
            isOwn(slot)
              ? { time: '', slot: '', morePaise: 0 }
              : {
                  time: localStart(slot),
                  slot: slot.id,
                  morePaise: toPaise(slot.surcharge) - order.surchargePaise,
                },
          )
        }
      />
    </div>
  )
}
