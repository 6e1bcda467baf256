import { type ReactNode, useState } from 'react'
import { NavLink } from 'react-router'
import { toRupees } from '#shop/values/money.ts'
import { noAmount, parseRupees } from '#shop/values/typed/typed-amount.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'

export function AddButton({ children, onClick }: { children: string; onClick: () => void }) {
  return (
    <Button variant="secondary" size="small" className="justify-self-start" onClick={onClick}>
      {children}
    </Button>
  )
}

const pages = [
  ['/admin/delivery', 'Settings'],
  ['/admin/delivery/calendar', 'Calendar'],
] as const

interface DeliveryPageProps {
  title: string
  intro?: ReactNode
  children: ReactNode
}

export function DeliveryPage({ title, intro, children }: DeliveryPageProps) {
  return (
    <div className="grid gap-5">
      <header>
        <h1 className="text-3xl">{title}</h1>
        {intro && <p className="mt-1 text-cocoa-soft">{intro}</p>}
        <nav aria-label="Delivery" className="mt-1 flex flex-wrap gap-x-5">
          {pages.map(([to, label]) => (
            <NavLink
              key={to}
              to={to}
              end
              className="inline-flex min-h-11 items-center font-semibold text-berry underline-offset-3 not-aria-[current=page]:underline aria-[current=page]:text-cocoa"
            >
              {label}
            </NavLink>
          ))}
        </nav>
      </header>
      {children}
    </div>
  )
}

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

/** In place of what cannot be read: the server refuses it. */
const unreadable = -1

/** Paise, typed as rupees in any usual spelling. */
export function RupeesField({ value, onChange, error, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isWrong = typed !== null && typed.trim() !== '' && parseRupees(typed) === null

  function type(text: string) {
    setTyped(text)
    onChange(text.trim() === '' ? null : (parseRupees(text) ?? unreadable))
  }

  return (
    <TextField
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? (value === null || value === unreadable ? '' : toRupees(value))}
      error={isWrong ? noAmount : error}
      onChange={({ target }) => type(target.value)}
      onBlur={() => isWrong || setTyped(null)}
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
