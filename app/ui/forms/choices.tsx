import { useId } from 'react'

interface ChoicesProps<Choice extends string> {
  legend: string
  choices: readonly Choice[]
  labels: Record<Choice, string>
  value: Choice
  onChange: (choice: Choice) => void
}

/** A few answers below each other, one of which is chosen. */
export function Choices<Choice extends string>(props: ChoicesProps<Choice>) {
  const { legend, choices, labels, value, onChange } = props
  const name = useId()
  return (
    <fieldset className="grid">
      <legend className="text-sm font-semibold">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name={name}
            checked={choice === value}
            onChange={() => onChange(choice)}
            className="size-5 shrink-0 accent-berry"
          />
          {labels[choice]}
        </label>
      ))}
    </fieldset>
  )
}
