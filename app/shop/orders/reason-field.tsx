import { TextAreaField } from '#ui/forms/field.tsx'

interface ReasonFieldProps {
  /** Who reads it, and when it is needed. */
  hint: string
  value: string
  error: string | undefined
  onChange: (reason: string) => void
}

/** The shop's reason for what it does to an order. */
export function ReasonField({ onChange, ...field }: ReasonFieldProps) {
  return (
    <TextAreaField
      label="Reason"
      rows={3}
      {...field}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
