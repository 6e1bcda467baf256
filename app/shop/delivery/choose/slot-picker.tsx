import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import {
  closesAtHour,
  deliveryLeadHours,
  deliveryWithinDays,
  earliestDelivery,
  latestDelivery,
  offeredDelivery,
  opensAtHour,
} from '#shop/values/delivery-slot.ts'
import { formatDateTime, minuteText, rangeText, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { IndiaTime } from '#shop/values/moment.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError, TextField } from '#ui/forms/field.tsx'
import { Skeleton } from '#ui/loading.tsx'
import type { ListedDay, ListedSlot } from '../delivery.schema.ts'
import { dayChoice, localStart, priceNote, slotNote, timeGoneText } from '../slot-text.ts'
import { type SlotDays, sameTimeOn } from './use-slot-days.ts'

interface DeliveryOrPickupProps {
  legend: string
  isPickup: boolean
  onChange: (isPickup: boolean) => void
}

export function DeliveryOrPickup({ legend, isPickup, onChange }: DeliveryOrPickupProps) {
  return (
    <ChoiceChips
      legend={legend}
      name="deliveryOrPickup"
      choices={[
        { value: 'delivery', label: 'Delivery' },
        { value: 'pickup', label: 'Pickup' },
      ]}
      value={isPickup ? 'pickup' : 'delivery'}
      onChange={(value) => onChange(value === 'pickup')}
    />
  )
}

interface SlotPickerProps {
  what: 'Delivery' | 'Pickup'
  days: readonly ListedDay[]
  firstDay: string
  showMore: (() => void) | null
  /** Its value is the slot's start, as in the time field. */
  field: { name: string; error?: string }
  isChosen: (slot: ListedSlot) => boolean
  onChoose: (slot: ListedSlot) => void
}

export function SlotPicker({ what, days, firstDay, showMore, field, ...choice }: SlotPickerProps) {
  const errorId = useId()
  const [day, setDay] = useState(firstDay)
  // A day may be over meanwhile.
  const shown = days.find((each) => each.day === day) ?? days.find((each) => each.day >= firstDay)
  const chosen = days.flatMap(({ slots }) => slots).find(choice.isChosen)
  const isTimeGone = chosen && shown && !shown.slots.includes(chosen)

  /** A new day keeps the time, if it has it. */
  function changeDay(next: string) {
    setDay(next)
    const listed = days.find((each) => each.day === next)
    const same = listed && chosen && sameTimeOn(listed, chosen)
    if (same?.state === 'open') choice.onChoose(same)
  }

  return (
    <>
      <ChoiceChips
        legend={`${what} day`}
        name="deliveryDay"
        choices={days.map((each) => dayChoice(each, days[0]?.day ?? ''))}
        value={shown?.day ?? ''}
        onChange={changeDay}
      />
      {showMore && (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={showMore}>
          Show later days
        </Button>
      )}
      {/* Not in the fieldset: Chromium would not lay out the container in it when this text appears. */}
      <p role="status" className="text-sm font-medium empty:-mt-4">
        {isTimeGone && timeGoneText(chosen, shown)}
      </p>
      <fieldset aria-describedby={field.error ? errorId : undefined}>
        <legend className="mb-2 text-sm font-semibold">
          <span>{`${what} time`}</span>
          <IndiaTime />
        </legend>
        <div className="@container">
          <div className="grid gap-2 @lg:grid-cols-2">
            {shown?.closedReason && <SlotNote>{`We are closed: ${shown.closedReason}.`}</SlotNote>}
            {shown?.soldOut && <SlotNote>{shown.soldOut}</SlotNote>}
            {shown?.slots.map((slot) => (
              <SlotCard
                key={slot.id}
                slot={slot}
                name={field.name}
                isChosen={choice.isChosen(slot)}
                onChoose={() => choice.onChoose(slot)}
              />
            ))}
          </div>
        </div>
        <FieldError id={errorId}>{field.error}</FieldError>
      </fieldset>
    </>
  )
}

interface SlotCardProps {
  slot: ListedSlot
  name: string
  isChosen: boolean
  /** Why an open slot cannot be chosen; null if it can. */
  onChoose: () => void
}

function SlotCard({ slot, name, isChosen, onChoose }: SlotCardProps) {
  const isOpen = slot.state === 'open'
  const noteId = useId()
  return (
    <label className="flex min-h-14 items-center justify-between gap-3 rounded-field border border-stroke bg-paper px-4 py-2 transition hover:border-berry has-checked:border-berry has-checked:bg-blush has-disabled:bg-cream has-disabled:text-cocoa-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry">
      <span className="flex items-center gap-3">
        <input
          type="radio"
          name={name}
          value={localStart(slot)}
          checked={isChosen}
          disabled={!isOpen}
          onChange={onChoose}
          aria-describedby={noteId}
          className="size-5 shrink-0 accent-berry"
        />
        <span className="font-semibold">{rangeText(new Date(slot.start), new Date(slot.end))}</span>
      </span>
      <span id={noteId} className="text-right text-sm text-cocoa-soft">
        {isOpen ? priceNote(slot) : slotNote(slot)}
      </span>
    </label>
  )
}

interface SlotsPlaceholderProps extends Pick<SlotPickerProps, 'what'> {
  /** The field that has no slot to choose yet: a form that is sent leads here. */
  name?: string
  slots: Exclude<SlotDays<never>, { kind: 'ready' }>
}

export function SlotsPlaceholder({ what, name, slots }: SlotsPlaceholderProps) {
  if (slots.kind === 'idle') {
    return <SlotNote>Enter your pincode to see when we can deliver.</SlotNote>
  }
  if (slots.kind === 'loading') {
    return (
      <output
        name={name}
        tabIndex={-1}
        aria-label={`Looking for ${what.toLowerCase()} times`}
        className="grid gap-3"
      >
        <Skeleton className="h-12" />
        <Skeleton className="h-24" />
      </output>
    )
  }
  return (
    <div role="alert" className="grid justify-items-start gap-2">
      <p className="text-sm font-medium text-chilli">{slots.message}</p>
      <Button name={name} variant="secondary" size="small" onClick={slots.retry}>
        Try again
      </Button>
    </div>
  )
}

interface SlotNoteProps {
  /** The field that the note stands in for: a form that is sent without a slot leads here. */
  name?: string
  children: ReactNode
}

export function SlotNote({ name, children }: SlotNoteProps) {
  return (
    <output
      name={name}
      tabIndex={name ? -1 : undefined}
      className="col-span-full block rounded-field bg-blush p-4 text-sm"
    >
      {children}
    </output>
  )
}

interface DeliveryTimeProps {
  leadHours: number
  field: Pick<
    ComponentProps<typeof TextField>,
    'name' | 'error' | 'defaultValue' | 'value' | 'onChange'
  >
  /** Called with an available time, as the field's value. */
  onSuggest: (time: string) => void
}

/** The field's value is Kolkata's time, in any time zone of the browser. */
export function DeliveryTime({ leadHours, field, onSuggest }: DeliveryTimeProps) {
  const [now] = useState(() => systemClock.now())
  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        label="Delivery date and time"
        type="datetime-local"
        min={toKolkataInput(earliestDelivery(now, leadHours))}
        max={toKolkataInput(latestDelivery(now))}
        step={900}
        hint={deliveryRule(leadHours)}
        required
      />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start font-medium"
        onClick={() => onSuggest(toKolkataInput(offeredDelivery(systemClock.now(), leadHours)))}
      >
        {`Earliest: ${formatDateTime(offeredDelivery(now, leadHours))}`}
      </Button>
    </div>
  )
}

function deliveryRule(leadHours: number) {
  const rule = `Between ${minuteText(opensAtHour * 60)} and ${minuteText(closesAtHour * 60)} India time, at least ${leadHours} hours from now and within ${deliveryWithinDays} days.`
  return leadHours === deliveryLeadHours ? rule : `${rule} A customised cake takes that long.`
}
