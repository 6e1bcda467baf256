import { useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { hourMs } from '#platform/durations.ts'
import { call } from '#platform/http/api-client.ts'
import { DeliveryTime } from '#shop/delivery/choose/delivery-time.tsx'
import { localStart, type Slot, weeksAfter, weeksUntil } from '#shop/delivery/choose/find-slot.ts'
import { SlotDays } from '#shop/delivery/choose/slot-days.tsx'
import { SlotsPlaceholder } from '#shop/delivery/choose/slots-placeholder.tsx'
import { useRequestedDays } from '#shop/delivery/choose/use-requested-days.ts'
import { kolkataDay, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { deliveryWords } from '../delivery/delivery-text.ts'
import type { Order } from '../order.schema.ts'
import type { orderSlotsEndpoint } from '../orders.endpoints.ts'
import type { Draft } from './order-draft.ts'
import { otherSlotError, slotDifference } from './slot-change.ts'

interface TimeFieldsProps {
  order: Order
  draft: Draft
  error: string | undefined
  change: (part: Pick<Draft, 'time' | 'slot' | 'lessPaise'>) => void
}

/** Another time of an order: one of the slots that cost no more than its own, or any time where the shop has no slots. */
export function TimeFields(props: TimeFieldsProps) {
  const { order } = props
  return order.slot ? <OrderSlots {...props} own={order.slot} /> : <OrderTime {...props} />
}

function OrderTime({ order, draft, error, change }: TimeFieldsProps) {
  const before = toKolkataInput(new Date(order.time))
  const changeTo = (time: string) =>
    change({ time: time === before ? '' : time, slot: '', lessPaise: 0 })
  const leadMs = new Date(order.time).getTime() - new Date(order.locksAt).getTime()
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
  own,
  draft,
  error,
  change,
}: TimeFieldsProps & { own: NonNullable<Order['slot']> }) {
  const ownAt = localStart(own)
  const [weeks, setWeeks] = useState(() => weeksUntil({ deliveryAt: ownAt }, systemClock.now()))
  const { id: orderId, pickup } = order
  const { state, reload } = useRequestedDays({
    requestKey: orderId,
    days: weeks * 7,
    send: (part) =>
      call<typeof orderSlotsEndpoint>('GET /orders/slots', { query: { orderId, ...part } }),
  })
  if (state.kind !== 'ready') {
    const loadError = state.kind === 'failed' ? state.message : undefined
    return (
      <SlotsPlaceholder what={pickup ? 'pickup' : 'delivery'} error={loadError} onRetry={reload} />
    )
  }
  const { days } = state.options
  const isOwn = ({ start, end }: Slot) => start === own.start && end === own.end
  const isChosen = (slot: Slot) =>
    draft.time === '' ? isOwn(slot) : draft.slot === slot.id && draft.time === localStart(slot)
  const choose = (slot: Slot) =>
    change(
      isOwn(slot)
        ? { time: '', slot: '', lessPaise: 0 }
        : {
            time: localStart(slot),
            slot: slot.id,
            lessPaise: -slotDifference(order, slot).morePaise,
          },
    )
  return (
    <div className="grid gap-4">
      <SlotDays
        what={deliveryWords(order).what}
        days={days}
        firstDay={kolkataDay(new Date(own.start))}
        onMore={days.length === weeks * 7 ? () => setWeeks(weeksAfter(weeks)) : null}
        field={{ name: 'time', error }}
        isChosen={isChosen}
        onChoose={choose}
        whyNot={(slot) => {
          const other = slotDifference(order, slot)
          const { morePaise } = other
          return morePaise > 0
            ? `${formatInr(morePaise)} more: cancel and order again`
            : otherSlotError(other)
        }}
      />
    </div>
  )
}
