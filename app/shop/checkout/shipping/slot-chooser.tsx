import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { priceCart } from '#shop/cart/price-cart.ts'
import {
  type Day,
  findSlot,
  isChosenSlot,
  localStart,
  nearestOpen,
  type Slot,
  weeksAfter,
  weeksUntil,
} from '#shop/delivery/choose/find-slot.ts'
import { SlotDays } from '#shop/delivery/choose/slot-days.tsx'
import { SlotNote, SlotsPlaceholder } from '#shop/delivery/choose/slots-placeholder.tsx'
import { useDeliveryOptions } from '#shop/delivery/choose/use-delivery-options.ts'
import { unservedText } from '#shop/delivery/deliver-to/earliest-text.ts'
import { deliveryTerms } from '#shop/delivery/fees/delivery-terms.ts'
import { minimumError } from '#shop/delivery/fees/minimum-order.ts'
import { fromPublicZone } from '#shop/delivery/fees/public-zone.ts'
import type { DeliveryOptions } from '#shop/delivery/options/delivery-options.endpoints.ts'
import { slotNote } from '#shop/delivery/options/slot-note.ts'
import { slotText } from '#shop/delivery/slot-text.ts'
import { toPaise } from '#shop/values/money.ts'
import type { ChosenSlot } from './shipping-details.ts'

interface SlotChooserProps {
  pincode: string
  /** The shop's address, where the cart is picked up; null where it is delivered. */
  pickupAt: string | null
  lines: readonly CartLine[]
  /** The field: its value is the slot's start, as the time field's. */
  field: { name: string; error?: string }
  chosen: ChosenSlot | null
  onChoose: (slot: ChosenSlot | null) => void
}

/** Days as a row and the slots of one of them, as the server says that they can be had. */
export function SlotChooser({ lines, ...choice }: SlotChooserProps) {
  const { pincode, pickupAt } = choice
  const isPickup = pickupAt !== null
  const [weeks, setWeeks] = useState(() => weeksUntil(choice.chosen, systemClock.now()))
  const { state, reload } = useDeliveryOptions({
    pincode: isPickup ? null : pincode,
    lines,
    days: weeks * 7,
  })
  if (state.kind === 'idle') {
    return <SlotNote>Enter your pincode to see when we can deliver.</SlotNote>
  }
  if (state.kind !== 'ready') {
    const loadError = state.kind === 'failed' ? state.message : undefined
    return (
      <SlotsPlaceholder
        what={isPickup ? 'pickup' : 'delivery'}
        error={loadError}
        onRetry={reload}
      />
    )
  }
  const { zone, days } = state.options
  if (!zone && !isPickup)
    return (
      <SlotNote>{unservedText(pincode)} Below, you can ask us to tell you when we do.</SlotNote>
    )
  const missing = !isPickup && zone && minimumError(fromPublicZone(zone), priceCart(lines))
  if (missing) return <NoSlot onChoose={choice.onChoose}>{missing}</NoSlot>
  // Fewer days than requested: the shop takes no orders for later ones.
  const hasMore = days.length === weeks * 7
  return (
    <Slots
      {...choice}
      zone={zone}
      days={days}
      onMore={hasMore ? () => setWeeks(weeksAfter(weeks)) : null}
    />
  )
}

/** Why none can be chosen: one from before is not chosen any more. */
function NoSlot({
  onChoose,
  children,
}: Pick<SlotChooserProps, 'onChoose'> & { children: ReactNode }) {
  const chooseNone = useEffectEvent(() => onChoose(null))
  useEffect(() => chooseNone(), [])
  return <SlotNote>{children}</SlotNote>
}

interface SlotsProps extends Omit<SlotChooserProps, 'lines'> {
  /** Null for pickup. */
  zone: DeliveryOptions['zone']
  days: readonly Day[]
  /** Shows another week; null when that is all. */
  onMore: (() => void) | null
}

function Slots({ zone, days, field, chosen, onChoose, onMore, ...place }: SlotsProps) {
  const { pincode, pickupAt } = place
  const what = pickupAt === null ? 'Delivery' : 'Pickup'
  const wanted = findSlot(days, chosen)
  const isGone = wanted?.slot.state !== 'open'
  const nearest = isGone ? nearestOpen(days, chosen) : wanted
  const [refusal] = useState(chosen && isGone ? refusalText(chosen, wanted?.slot) : null)

  const choose = (slot: Slot) =>
    onChoose({
      id: slot.id,
      deliveryAt: localStart(slot),
      text: slotTitle(slot),
      pincode: pickupAt === null ? pincode : '',
      terms: deliveryTerms(zone && fromPublicZone(zone), toPaise(slot.surcharge)),
      pickupAt,
    })

  // The nearest one is chosen when nothing is, or when what was wanted can no longer be had.
  const chooseNearest = useEffectEvent(() => (nearest ? choose(nearest.slot) : onChoose(null)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: when other days were read
  useEffect(() => void chooseNearest(), [days])

  if (!nearest && !onMore)
    return <SlotNote>No time is free in the next weeks. Please call us.</SlotNote>
  return (
    <div className="grid gap-4">
      {refusal && (
        <SlotNote>
          {refusal}
          {nearest && ' We have chosen the next time for you.'}
        </SlotNote>
      )}
      <SlotDays
        what={what}
        days={days}
        field={field}
        onMore={onMore}
        firstDay={nearest?.day.day ?? days[0]?.day ?? ''}
        isChosen={(slot) => isChosenSlot(slot, chosen)}
        onChoose={choose}
      />
    </div>
  )
}

/** @param slot left out where the shop no longer has it */
function refusalText({ text }: ChosenSlot, slot?: Slot): string {
  return slot ? `${slotTitle(slot)}: ${slotNote(slot)}.` : `${text} can no longer be chosen.`
}

function slotTitle({ start, end }: Slot): string {
  return slotText({ startsAt: new Date(start), endsAt: new Date(end) })
}
