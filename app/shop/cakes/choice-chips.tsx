import { type ReactNode, useId } from 'react'
import { FieldError } from '#ui/forms/field.tsx'

export interface Choice {
  value: string
  label: ReactNode
  note?: string
}

interface ChoiceChipsProps {
  legend: ReactNode
  /** The field's name; unique among the radio groups of its form. */
  name: string
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  /** Where no choice is made from the start. */
  required?: boolean
  error?: string
}

/** One of a few, as chips: a real radio group, so that arrow keys and forms work without script. */
export function ChoiceChips({ legend, choices, value, onChange, ...group }: ChoiceChipsProps) {
  const { name, required, error } = group
  const errorId = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative inline-flex min-h-11 flex-col items-center justify-center rounded-pill border border-stroke bg-paper px-3 py-1 text-center text-sm leading-tight transition hover:border-berry has-checked:border-berry has-checked:bg-berry has-checked:font-semibold has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-berry"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              required={required}
              aria-describedby={error ? errorId : undefined}
              className="absolute inset-0 z-10 cursor-pointer appearance-none rounded-pill opacity-0"
            />
            {choice.label}
            {choice.note && <span className="text-xs">{choice.note}</span>}
          </label>
        ))}
      </div>
      {required && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
