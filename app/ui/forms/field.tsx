import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { lettersOf } from './letters.ts'

interface FieldFrame {
  label: ReactNode
  hint?: ReactNode
  /** Null where nothing can be wrong. */
  error?: string | null
  /** The field counts its letters, as people see them. More can be typed: what is pasted is not cut. */
  maxLetters?: number
}

/** Connects an input with its hint and error; spread it onto the input. */
interface FieldAttributes {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean | undefined
}

type FieldProps = FieldFrame & {
  id?: string
  /** As it is counted. */
  value?: ComponentProps<'input'>['value']
  defaultValue?: ComponentProps<'input'>['value']
  children: (attributes: FieldAttributes) => ReactNode
}

/** A label, an input of any kind, its hint and its error, connected for screen readers. */
export function Field(props: FieldProps) {
  const { id: ownId, label, hint, error, maxLetters, value, defaultValue = '', children } = props
  const generatedId = useId()
  const [typed, setTyped] = useState<string>()
  const id = ownId ?? generatedId
  const hasHint = hint || maxLetters
  const described = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const letters = maxLetters && lettersOf(String(value ?? typed ?? defaultValue).trim()).length
  return (
    <div
      data-field=""
      className="grid content-start gap-1.5"
      onInput={
        maxLetters ? ({ target }) => setTyped((target as HTMLInputElement).value) : undefined
      }
    >
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hasHint && (
        <p id={`${id}-hint`} className="flex justify-between gap-2 text-xs text-cocoa-soft">
          <span>{hint}</span>
          {letters !== undefined && (
            <span
              // The server may know another version of Unicode than the browser.
              suppressHydrationWarning
              className={`shrink-0 tabular-nums ${letters > Number(maxLetters) ? 'font-semibold text-chilli' : ''}`}
            >
              {`${letters} of ${maxLetters} letters`}
            </span>
          )}
        </p>
      )}
      {error !== null && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

/** The error under a field, announced when it appears. */
export function FieldError(props: Omit<ComponentProps<'p'>, 'className'>) {
  return (
    <p aria-live="polite" {...props} className="text-sm font-medium text-chilli empty:-mt-1.5" />
  )
}

/** The look of an input box, for other controls. */
export const inputLook =
  'w-full min-h-12 rounded-field border border-stroke bg-paper px-4 py-2.5 text-base text-cocoa placeholder:text-cocoa-soft transition hover:border-cocoa-soft aria-invalid:border-chilli aria-invalid:ring-1 aria-invalid:ring-chilli disabled:bg-cream [&[readonly]]:bg-cream'

export function TextField(props: FieldFrame & ComponentProps<'input'>) {
  const { id, label, hint, error, maxLetters, className = '', ...input } = props
  return (
    <Field {...props}>
      {(attributes) => (
        <input type="text" {...input} {...attributes} className={`${inputLook} ${className}`} />
      )}
    </Field>
  )
}

export function TextAreaField(props: FieldFrame & ComponentProps<'textarea'>) {
  const { id, label, hint, error, maxLetters, className = '', ...area } = props
  return (
    <Field {...props}>
      {(attributes) => (
        <textarea rows={5} {...area} {...attributes} className={`${inputLook} ${className}`} />
      )}
    </Field>
  )
}

/** Options are its children: `<option>` elements. */
export function SelectField(props: FieldFrame & ComponentProps<'select'>) {
  const { id, label, hint, error, className = '', ...select } = props
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {(attributes) => (
        <select {...select} {...attributes} className={`select ${inputLook} pr-11 ${className}`} />
      )}
    </Field>
  )
}

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  error?: string
}

export function CheckboxField({ id: ownId, label, error, ...input }: CheckboxFieldProps) {
  const generatedId = useId()
  const id = ownId ?? generatedId
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          {...input}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="size-5 shrink-0 accent-berry"
        />
        <span>{label}</span>
      </label>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}
