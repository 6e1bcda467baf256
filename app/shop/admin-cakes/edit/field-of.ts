import type { WheelEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { CakeInput, CheckedCake } from '../cake-input.schema.ts'

export type Form = UseFormReturn<CakeInput, unknown, CheckedCake>

type TextName = 'name' | 'egg' | 'description' | 'category' | 'featured' | 'hidden'
type NumberName =
  | 'price'
  | 'earlierPrice'
  | 'stock'
  | 'stars'
  | 'leadHours'
  | 'workMinutes'
  | 'minutesPerKg'

/** What a field needs: its name, its listeners, its error. `onChange` is called besides. */
export function fieldOf(
  { register, formState }: Form,
  name: TextName,
  onChange?: (event: { target: { value: string } }) => void,
) {
  return { ...register(name, { onChange }), error: formState.errors[name]?.message }
}

/** The same for a number; an empty field is no number, or null where there need not be one. */
export function numberOf(form: Form, name: NumberName) {
  const none = name === 'earlierPrice' ? null : undefined
  const setValueAs = (value: unknown) => (value === '' || value === null ? none : Number(value))
  return {
    ...form.register(name, { setValueAs }),
    error: form.formState.errors[name]?.message,
    type: 'number',
    step: 'any' as string | number,
    inputMode: 'decimal' as 'decimal' | 'numeric',
    // Else scrolling the page over it changes the number.
    onWheel: (event: WheelEvent<HTMLInputElement>) => event.currentTarget.blur(),
  }
}
