import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { FieldError } from './field.tsx'

interface ChoicesProps<Choice extends string> {
  id?: string
  /** The field's name in its form; React generates one by default. */
  name?: string
  legend: ReactNode
  choices: readonly Choice[]
  labels: Record<Choice, ReactNode>
  /** Null while none is chosen. */
  value: Choice | null
  error?: string
  disabled?: boolean | undefined
  /** Left out if the field is uncontrolled. */
  onChange?: (choice: Choice) => void
}

/** Options below each other, of which at most one is chosen. */
export function Choices<Choice extends string>(props: ChoicesProps<Choice>) {
  const { legend, choices, labels, value, error, disabled, onChange } = props
  const generatedId = useId()
  const { id = generatedId, name = generatedId } = props
  const errorId = `${id}-error`
  return (
    <fieldset
      id={id}
      disabled={disabled}
      className="grid"
      aria-describedby={error ? errorId : undefined}
    >
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

interface QuestionProps {
  text: string
  /** What a press does, by its label. */
  answers: Record<string, ComponentProps<'button'>['onClick']>
}

/** Asks beside a field about what was typed there. */
export function Question({ text, answers }: QuestionProps) {
  return (
    <div className="flex flex-wrap gap-2 rounded-field bg-blush p-4 text-sm">
      <p className="w-full">{text}</p>
      {Object.entries(answers).map(([label, onPress]) => (
        <Button key={label} variant="secondary" size="small" onClick={onPress}>
          {label}
        </Button>
      ))}
    </div>
  )
}
