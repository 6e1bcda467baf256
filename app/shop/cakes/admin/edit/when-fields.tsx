import { useState } from 'react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { shortWeekdays, weekdayNumbers } from '#shop/values/kolkata-time.ts'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import { Collapsible } from '#ui/lists/collapsible.tsx'
import { anyDay, type CakeDays } from '../../cake-days.ts'
import type { CakeInput, CheckedCake } from '../cake-input.schema.ts'

interface WhenFieldsProps {
  form: UseFormReturn<CakeInput, unknown, CheckedCake>
  /** Names of all zones; empty in a shop without zones. */
  zones: readonly string[]
}

/** On which days a cake can be had, how many pieces, and where it travels to; few cakes have any of it. */
export function WhenFields({ form, zones }: WhenFieldsProps) {
  const { register, formState } = form
  const fieldOf = (name: 'piecesADay' | 'piecesInAll' | 'fromDay' | 'untilDay') => ({
    ...register(name, {
      setValueAs: (value) =>
        value === '' ? null : name.startsWith('pieces') ? numberOr(value) : value,
    }),
    error: formState.errors[name]?.message,
    autoComplete: 'off',
  })
  const pieces = { inputMode: 'numeric' as const, hint: 'Pieces. Empty: any number' }
  const { errors, defaultValues } = formState
  const isUsed = Object.entries(anyDay).some(
    ([name, none]) =>
      name in errors || String(defaultValues?.[name as keyof CakeDays] ?? null) !== String(none),
  )
  // It stays open when the last mistake is corrected.
  const [wasUsed, setWasUsed] = useState(isUsed)
  if (isUsed && !wasUsed) setWasUsed(true)
  return (
    <Collapsible title="When and how many" open={wasUsed}>
      <div className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...fieldOf('piecesADay')} {...pieces} label="How many a day" />
          <TextField {...fieldOf('piecesInAll')} {...pieces} label="How many in all" />
          <TextField {...fieldOf('fromDay')} type="date" label="First day" />
          <TextField {...fieldOf('untilDay')} type="date" label="Last day" />
        </div>
        <Ticks form={form} name="weekdays" legend="Only on" of={weekdays} />
        <ZoneFields form={form} zones={zones} />
        <p className="text-sm text-cocoa-soft">
          Days are those of the delivery or pickup. A piece is taken when it is ordered, and free
          again if the order is cancelled or not paid within an hour.
        </p>
      </div>
    </Collapsible>
  )
}

const weekdays = weekdayNumbers.map((number) => shortWeekdays[number] ?? '')

/** What the schema says of a text that is no number. */
const numberOr = (value: unknown) => (value === null ? null : Number(value))

function ZoneFields({ form, zones }: WhenFieldsProps) {
  const { field } = useController({ control: form.control, name: 'zones' })
  const own = field.value ?? null
  const all = [...new Set([...zones, ...(own ?? [])])]
  if (all.length === 0) return null
  return (
    <div>
      <CheckboxField
        label="It travels to some zones only, or is only picked up"
        ref={field.ref}
        checked={own !== null}
        onChange={({ target }) => field.onChange(target.checked ? [] : null)}
      />
      {own && (
        <Ticks form={form} name="zones" legend="It travels to (none: pickup only)" of={all} />
      )}
    </div>
  )
}

interface TicksProps extends Pick<WhenFieldsProps, 'form'> {
  name: 'weekdays' | 'zones'
  legend: string
  of: readonly string[]
}

function Ticks({ form, name, legend, of }: TicksProps) {
  const { field } = useController({ control: form.control, name })
  const ticked = field.value ?? []
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {of.map((one) => (
          <CheckboxField
            key={one}
            label={one}
            checked={ticked.includes(one)}
            onChange={({ target }) =>
              field.onChange(
                of.filter((each) => (each === one ? target.checked : ticked.includes(each))),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
