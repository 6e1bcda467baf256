import { useState } from 'react'
import { call } from '#platform/http/api-client.ts'
import { useReloadingAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { PlainForm, Section } from '#ui/forms/plain-form.tsx'
import { askedText, type DayLoad, overBy, type Usage, usageText } from '../day-load.ts'
import { NumberField } from '../delivery-page.tsx'
import { changeDay, type DayChanges, type DayPlan } from '../delivery-plan.ts'
import type { SaveDay } from '../save-delivery.server.ts'
import { slotTimes } from '../slot-text.ts'

interface DayLimitsProps {
  plan: DayPlan
  load: DayLoad
  /** The kitchen minutes of other days; null for no limit. */
  usualMinutes: number | null
}

export function DayLimits({ plan, load, usualMinutes }: DayLimitsProps) {
  const form = useLimitsForm(plan)
  const { kitchenMinutes, places, errors } = form
  return (
    <Section
      id="limits"
      title="Limits of this day"
      intro="Leave a field empty for the usual limit. A limit below what is taken cancels nothing; it only stops new orders. A custom cake takes its place once the customer accepts its price."
    >
      <PlainForm onSave={form.save}>
        <div className="grid gap-x-5 gap-y-1 md:grid-cols-[1fr_16rem]">
          <Taken
            title="Kitchen"
            usage={{ ...load.kitchen, limit: kitchenMinutes ?? usualMinutes }}
            unit="minute"
          />
          <NumberField
            label="Kitchen minutes"
            value={kitchenMinutes}
            onChange={form.setKitchenMinutes}
            placeholder={usualText(usualMinutes)}
            error={errors.kitchenMinutes}
          />
        </div>
        {load.slots.map(({ slot, taken, askedOrders }) => {
          const name = `${slotTimes(slot)}${slot.kind === 'pickup' ? ', pickup' : ''}`
          const usage = { taken, limit: places[slot.id] ?? slot.places }
          return (
            <div key={slot.id} className="grid gap-x-5 gap-y-1 md:grid-cols-[1fr_16rem]">
              <div className="grid content-start justify-items-start gap-1">
                <Taken title={name} usage={usage} unit="order" />
                {askedOrders > 0 && <p className="text-cocoa-soft">{askedText(askedOrders)}</p>}
                {usage.limit !== null && (
                  <Button
                    variant="quiet"
                    size="small"
                    aria-label={`Add one more place to ${name}`}
                    onClick={() => form.setPlaces(slot.id, Math.max(taken, usage.limit ?? 0) + 1)}
                  >
                    Add one more place
                  </Button>
                )}
              </div>
              <NumberField
                label={`Places, ${name}`}
                value={places[slot.id] ?? null}
                onChange={(number) => form.setPlaces(slot.id, number)}
                placeholder={usualText(slot.places)}
                error={errors[`places.${slot.id}`]}
              />
            </div>
          )
        })}
        <TextField
          label="Why more than usual"
          hint="Needed when a limit goes above the usual one. It goes into the audit log."
          value={form.reason}
          onChange={({ target }) => form.setReason(target.value)}
          error={errors.reason}
        />
        <Button type="submit" busy={form.busy} className="justify-self-start">
          Save the limits
        </Button>
      </PlainForm>
    </Section>
  )
}

function Taken({ title, usage, unit }: { title: string; usage: Usage; unit: string }) {
  return (
    <p>
      <span className="block font-semibold">{title}</span>
      <span className={overBy(usage) > 0 ? 'font-semibold text-chilli' : 'text-cocoa-soft'}>
        {usageText(usage, unit)}
      </span>
    </p>
  )
}

function usualText(limit: number | null): string {
  return limit === null ? 'Any number' : `${limit}, as usual`
}

/** Only changed limits are sent, and they apply after saving. */
function useLimitsForm(plan: DayPlan) {
  const [changes, setChanges] = useState<DayChanges>({})
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { busy, run } = useReloadingAction()

  async function save() {
    const body = { day: plan.day, ...changes, places: { ...changes.places }, reason }
    const problem = await run(() => call<SaveDay>('POST /delivery/day', { body }))
    setErrors(problem?.errors ?? {})
    if (problem) return
    setReason('')
    // What was typed meanwhile stays.
    setChanges((now) => (now === changes ? {} : now))
  }

  const { kitchenMinutes, places } = changeDay(plan, changes)
  return {
    kitchenMinutes,
    setKitchenMinutes: (number: number | null) =>
      setChanges({ ...changes, kitchenMinutes: number }),
    places,
    setPlaces: (slotId: string, number: number | null) =>
      setChanges({ ...changes, places: { ...changes.places, [slotId]: number } }),
    reason,
    setReason,
    busy,
    save,
    errors,
  }
}
