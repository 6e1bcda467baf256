import { useId } from 'react'
import { FieldError } from './field.tsx'

interface ChoicesProps<Choice extends string> {
  id?: string
  /** By which a form has the answer; by default React generates one. */
  name?: string
  legend: string
  choices: readonly Choice[]
  labels: Record<Choice, string>
  /** Null while none is chosen. */
  value: Choice | null
  error?: string
  /** Left out if the browser keeps the choice. */
  onChange?: (choice: Choice) => void
}

/** A few answers below each other, at most one of which is chosen. */
export function Choices<Choice extends string>(props: ChoicesProps<Choice>) {
  const { legend, choices, labels, value, error, onChange } = props
  const generatedId = useId()
  const { id = generatedId, name = generatedId } = props
  const errorId = `${id}-error`
  return (
    <fieldset id={id} className="grid" aria-describedby={error ? errorId : undefined}>
      <legend className="text-sm font-semibold">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            value={choice}
            {...(onChange
              ? { checked: choice === value, onChange: () => onChange(choice) }
              : { defaultChecked: choice === value })}
            className="size-5 shrink-0 accent-berry"
          />
          {labels[choice]}
        </label>
      ))}
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  )
}
