import { useState } from 'react'
import { parseLateScale, typedLateScale } from '#shop/values/late-scale.ts'
import { Button } from '#ui/button.tsx'
import { FieldError, SelectField, TextField } from '#ui/forms/field.tsx'

/** A step as it is typed; `percent` counts where not the delivery's price comes back. */
interface TypedStep {
  id: string
  minutes: string
  gives: 'delivery' | 'percent'
  percent: string
}

const newStep = (): TypedStep => ({
  id: crypto.randomUUID(),
  minutes: '',
  gives: 'percent',
  percent: '',
})

function stepsOf(text: string): TypedStep[] {
  return (parseLateScale(text) ?? []).map(({ minutes, gives }, index) => ({
    id: String(index),
    minutes: String(minutes),
    gives: gives === 'delivery' ? gives : 'percent',
    percent: gives === 'delivery' ? '' : String(gives),
  }))
}

function textOf(steps: readonly TypedStep[]): string {
  return typedLateScale(
    steps.map(({ minutes, gives, percent }) => ({
      minutes,
      gives: gives === 'delivery' ? gives : percent,
    })),
  )
}

interface LateScaleRowsProps {
  /** Of the form's field: it sends all rows as one text, such as '30=delivery, 60=20%'. */
  name: string
  error: string | undefined
  defaultValue: string
}

/** What comes back of a late delivery: a row of minutes for each step. */
export function LateScaleRows({ name, error, defaultValue }: LateScaleRowsProps) {
  const [steps, setSteps] = useState(() => stepsOf(defaultValue))
  const change = (index: number, part: Partial<TypedStep>) =>
    setSteps(steps.map((step, at) => (at === index ? { ...step, ...part } : step)))
  return (
    <fieldset className="grid gap-3 sm:col-span-2">
      <legend className="text-sm font-semibold">A late delivery</legend>
      <p className="text-xs text-cocoa-soft">
        Minutes after the slot’s end, and what comes back then. Holds for deliveries from now on.
      </p>
      <input type="hidden" name={name} value={textOf(steps)} />
      {steps.map(({ id, minutes, gives, percent }, index) => (
        <fieldset key={id} className="grid items-end gap-3 sm:grid-cols-[8rem_1fr_9rem_auto]">
          <legend className="sr-only">{`Step ${index + 1}`}</legend>
          <TextField
            label="Minutes late"
            inputMode="numeric"
            autoComplete="off"
            value={minutes}
            onChange={({ target }) => change(index, { minutes: target.value.trim() })}
          />
          <SelectField
            label="What comes back"
            value={gives}
            onChange={({ target }) => change(index, { gives: target.value as TypedStep['gives'] })}
          >
            <option value="delivery">What the delivery cost</option>
            <option value="percent">A part of the order</option>
          </SelectField>
          {gives === 'percent' ? (
            <TextField
              label="Per cent"
              inputMode="numeric"
              autoComplete="off"
              value={percent}
              onChange={({ target }) => change(index, { percent: target.value.trim() })}
            />
          ) : (
            <span className="max-sm:hidden" />
          )}
          <Button
            variant="quiet"
            size="small"
            className="mb-0.5 justify-self-start"
            onClick={() => setSteps(steps.toSpliced(index, 1))}
          >
            Remove<span className="sr-only">{` step ${index + 1}`}</span>
          </Button>
        </fieldset>
      ))}
      {steps.length === 0 && <p className="text-sm">Nothing is promised.</p>}
      <FieldError>{error}</FieldError>
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        onClick={() => setSteps([...steps, newStep()])}
      >
        Add a step
      </Button>
    </fieldset>
  )
}
