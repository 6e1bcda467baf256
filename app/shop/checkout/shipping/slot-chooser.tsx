import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { type PricedLine, priceCart } from '#shop/cart/price-cart.ts'
import { SlotNote, SlotPicker, SlotsPlaceholder } from '#shop/delivery/choose/slot-picker.tsx'
import {
  findSlot,
  isChosenSlot,
  nearestOpen,
  useSlotDays,
} from '#shop/delivery/choose/use-slot-days.ts'
import { useEarliest } from '#shop/delivery/deliver-to/use-earliest.ts'
import type { DeliveryOptions, ListedDay, ListedSlot } from '#shop/delivery/delivery.schema.ts'
import { deliveryTerms, fromPublicZone, minimumError } from '#shop/delivery/delivery-fees.ts'
import type { ListDeliveryOptions } from '#shop/delivery/options/delivery-options.server.ts'
import { type DeliveryLine, linesQuery } from '#shop/delivery/slot-options.ts'
import { localStart, slotNote } from '#shop/delivery/slot-text.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import { slotText } from '#shop/values/kolkata-time.ts'
import { toPaise } from '#shop/values/money.ts'
import type { ChosenSlot } from './shipping-details.ts'

interface SlotChooserProps {
  pincode: string
  /** The shop's address for pickup; null for delivery. */
  pickupAt: string | null
  lines: readonly (DeliveryLine & PricedLine)[]
  /** Its value is the slot's start, as in the time field. */
  field: { name: string; error?: string }
  chosen: ChosenSlot | null
  onChoose: (slot: ChosenSlot | null) => void
  /** Called with false for a pincode that the shop does not deliver to. */
  onServed: (isServed: boolean) => void
}

export function SlotChooser({ lines, onServed, ...choice }: SlotChooserProps) {
  const { pincode, pickupAt, chosen } = choice
  /** Kept while a pincode does not have it, and chosen again with one that has. */
  const [wanted, setWanted] = useState(chosen)
  const isPickup = pickupAt !== null
  const cakes = linesQuery(lines)
  const where = isPickup ? { pickup: 'true' as const } : { pincode }
  const slots = useSlotDays({
    // Only with a complete pincode.
    requestKey: isPickup || pincodePattern.test(pincode) ? JSON.stringify([where, cakes]) : null,
    chosenAt: chosen?.deliveryAt,
    send: (part) =>
      call<ListDeliveryOptions>('GET /delivery/options', {
        query: { ...where, lines: cakes, ...part },
      }),
  })
  if (slots.kind !== 'ready') {
    const what = isPickup ? 'Pickup' : 'Delivery'
    return <SlotsPlaceholder what={what} name={choice.field.name} slots={slots} />
  }
  const { zone, days } = slots.options
  if (!zone && !isPickup) return <Unserved onServed={onServed} />
  if (slots.options.whyNot) return <NoSlot {...choice}>{slots.options.whyNot}</NoSlot>
  const missing = !isPickup && zone && minimumError(fromPublicZone(zone), priceCart(lines))
  if (missing) return <NoSlot {...choice}>{missing}</NoSlot>
  return (
    <Slots
      {...choice}
      wanted={wanted}
      onWant={setWanted}
      zone={zone}
      days={days}
      showMore={slots.showMore}
    />
  )
}

/** Without lines, as on every page: so a pincode is counted once. */
const noLines: readonly DeliveryLine[] = []

/** The field of the pincode says it. */
function Unserved({ onServed }: Pick<SlotChooserProps, 'onServed'>) {
  useEarliest(noLines)
  const say = useEffectEvent(() => onServed(false))
  useEffect(() => say(), [])
  return null
}

/** Says why there are no slots, and removes an earlier choice. */
function NoSlot({
  field,
  onChoose,
  children,
}: Pick<SlotChooserProps, 'field' | 'onChoose'> & { children: ReactNode }) {
  const chooseNone = useEffectEvent(() => onChoose(null))
  useEffect(() => chooseNone(), [])
  return <SlotNote name={field.name}>{children}</SlotNote>
}

interface SlotsProps extends Omit<SlotChooserProps, 'lines' | 'onServed'> {
  wanted: ChosenSlot | null
  onWant: (slot: ChosenSlot | null) => void
  /** Null for pickup. */
  zone: DeliveryOptions['zone']
  days: readonly ListedDay[]
  showMore: (() => void) | null
}

function Slots(props: SlotsProps) {
  const { pincode, pickupAt, zone, days, showMore, field, chosen, onChoose, wanted, onWant } = props
  const what = pickupAt === null ? 'Delivery' : 'Pickup'
  const current = findSlot(days, wanted)
  const isGone = current?.slot.state !== 'open'
  const nearest = isGone ? nearestOpen(days, wanted) : current
  const whyGone = wanted && isGone ? whyGoneText(wanted, current?.slot) : null

  const toChosen = (slot: ListedSlot): ChosenSlot => ({
    id: slot.id,
    deliveryAt: localStart(slot),
    text: slotTitle(slot),
    pincode: pickupAt === null ? pincode : '',
    terms: deliveryTerms(zone && fromPublicZone(zone), toPaise(slot.surcharge)),
    pickupAt,
  })
  function choose(slot: ListedSlot) {
    onWant(toChosen(slot))
    onChoose(toChosen(slot))
  }

  // Nothing is chosen for them: what they chose stays while it is open, and comes back with a pincode that has it.
  const keepOrClear = useEffectEvent(() => onChoose(isGone ? null : toChosen(current.slot)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the days are reloaded
  useEffect(() => void keepOrClear(), [days])

  if (!nearest && !showMore)
    return (
      <SlotNote name={field.name}>No times are free in the coming weeks. Please call us.</SlotNote>
    )
  return (
    <div className="grid gap-4">
      {whyGone && (
        <SlotNote>{`${whyGone}${nearest ? ' Please choose another time.' : ''}`}</SlotNote>
      )}
      <SlotPicker
        what={what}
        days={days}
        field={field}
        showMore={showMore}
        firstDay={nearest?.day.day ?? days[0]?.day ?? ''}
        isChosen={(slot) => isChosenSlot(slot, chosen)}
        onChoose={choose}
      />
    </div>
  )
}

/** @param slot left out if the shop no longer has it */
function whyGoneText({ text }: ChosenSlot, slot?: ListedSlot): string {
  return slot ? `${slotTitle(slot)}: ${slotNote(slot)}.` : `${text} can no longer be chosen.`
}

function slotTitle({ start, end }: ListedSlot): string {
  return slotText({ startsAt: new Date(start), endsAt: new Date(end) })
}
