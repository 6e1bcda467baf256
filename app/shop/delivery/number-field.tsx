import { TextField } from '#ui/forms/field.tsx'

interface NumberFieldProps {
  label: string
  /** Null for an empty field. */
  value: number | null
  onChange: (value: number | null) => void
  hint?: string
  error?: string
  placeholder?: string
}

export function NumberField({ value, onChange, ...field }: NumberFieldProps) {
  return (
    <TextField
      {...field}
      type="number"
      inputMode="numeric"
      min={0}
      step={1}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
    />
  )
}

/** Paise, typed as rupees. */
export function RupeesField({ value, onChange, ...field }: NumberFieldProps) {
  return (
    <NumberField
      {...field}
      value={value === null ? null : value / 100}
      onChange={(rupees) => onChange(rupees === null ? null : Math.round(rupees * 100))}
    />
  )
}

/** Minutes since midnight, typed as a time; the day's end is 00:00. */
export function MinuteField({
  value,
  onChange,
  isEnd = false,
  ...field
}: Omit<NumberFieldProps, 'value' | 'onChange'> & {
  value: number
  onChange: (minute: number) => void
  isEnd?: boolean
}) {
  const text = `${String(Math.floor(value / 60) % 24).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`
  return (
    <TextField
      {...field}
      type="time"
      step={900}
      value={text}
      onChange={({ target }) => {
        const [hour = 0, minute = 0] = target.value.split(':').map(Number)
        const typed = hour * 60 + minute
        onChange(isEnd && typed === 0 ? 1440 : typed)
      }}
    />
  )
}

/** Field props of a row's numbers, by name; `empty` is the value of an empty field. */
export function numberFieldsOf<Row extends object>(
  row: Row,
  errors: Readonly<Record<string, string>>,
  onChange: (row: Row) => void,
) {
  return <Name extends keyof Row & string>(name: Name, empty: Row[Name]) => ({
    value: row[name],
    onChange: (value: number | null) => onChange({ ...row, [name]: value ?? empty }),
    error: errors[name],
  })
}
