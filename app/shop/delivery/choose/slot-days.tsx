import { useId, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/forms/field.tsx'
import { relativeDayText } from '../slot-text.ts'
import type { Day, Slot } from './find-slot.ts'
import { SlotCard } from './slot-card.tsx'
import { SlotNote } from './slots-placeholder.tsx'

interface SlotDaysProps {
  what: 'Delivery' | 'Pickup'
  days: readonly Day[]
  /** The day that is seen first. */
  firstDay: string
  /** Shows later days; null when that is all. */
  onMore: (() => void) | null
  /** The field: its value is the slot's start, as the time field's. */
  field: { name: string; error?: string }
  isChosen: (slot: Slot) => boolean
  onChoose: (slot: Slot) => void
  /** Why an open slot cannot be chosen here, in a few words; null where it can. */
  whyNot?: (slot: Slot) => string | null
}

/** Days as a row, and the slots of one of them to choose. */
export function SlotDays({ what, days, firstDay, onMore, field, ...choice }: SlotDaysProps) {
  const errorId = useId()
  const [day, setDay] = useState(firstDay)
  const shown = days.find((each) => each.day === day)
  return (
    <>
      <ChoiceChips
        legend={`${what} day`}
        name="deliveryDay"
        choices={days.map((each) => ({
          value: each.day,
          label: relativeDayText(each.day, kolkataDay(systemClock.now())),
          note: dayNote(each),
        }))}
        value={day}
        onChange={setDay}
      />
      {onMore && (
        <Button variant="quiet" size="small" className="justify-self-start" onClick={onMore}>
          Show later days
        </Button>
      )}
      <fieldset aria-describedby={field.error ? errorId : undefined}>
        <legend className="mb-2 text-sm font-semibold">{what} time</legend>
        <div className="@container">
          <div className="grid gap-2 @lg:grid-cols-2">
            {shown?.closedReason && <SlotNote>We are closed: {shown.closedReason}.</SlotNote>}
            {shown?.slots.map((slot) => (
              <SlotCard
                key={slot.id}
                slot={slot}
                name={field.name}
                isChosen={choice.isChosen(slot)}
                whyNot={choice.whyNot?.(slot) ?? null}
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

function dayNote({ closedReason, slots }: Day): string | undefined {
  if (closedReason) return 'Closed'
  return slots.some(({ state }) => state === 'open') ? undefined : 'None left'
}
