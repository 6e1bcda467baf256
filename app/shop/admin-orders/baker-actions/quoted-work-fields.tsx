import type { ChangeEvent } from 'react'
import type { QuotedWork } from '#shop/orders/quotes/quoted-work.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { TextField } from '#ui/forms/field.tsx'

interface QuotedWorkFieldsProps {
  work: QuotedWork
  onChange: (work: QuotedWork) => void
}

/** For an order with a slot; both may be left empty. */
export function QuotedWorkFields({ work, onChange }: QuotedWorkFieldsProps) {
  const fieldOf = (name: keyof QuotedWork) => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: work[name] ?? '',
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...work, [name]: readDigits(value) }),
  })
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      <TextField {...fieldOf('leadHours')} label="Hours until it can be ready (optional)" />
      <TextField {...fieldOf('workMinutes')} label="Kitchen minutes for one cake (optional)" />
    </div>
  )
}

/** Ignores other characters; null without digits. */
function readDigits(text: string): number | null {
  const digits = tidyEntry(text).replace(/\D/g, '').slice(0, 4)
  return digits === '' ? null : Number(digits)
}
