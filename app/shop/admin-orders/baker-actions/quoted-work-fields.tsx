import type { ChangeEvent } from 'react'
import type { OrderItem } from '#shop/orders/order.ts'
import type { QuotedWork } from '#shop/orders/quotes/quoted-work.ts'
import { TextField } from '#ui/forms/field.tsx'

interface QuotedWorkFieldsProps {
  item: Pick<OrderItem, 'amount'>
  work: QuotedWork
  onChange: (work: QuotedWork) => void
}

/** For an order with a slot; both may be left empty. */
export function QuotedWorkFields({ item, work, onChange }: QuotedWorkFieldsProps) {
  const fieldOf = (name: keyof QuotedWork) => ({
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    value: work[name] ?? '',
    onChange: ({ target: { value } }: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...work, [name]: readDigits(value) }),
  })
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      <TextField {...fieldOf('leadHours')} label="Ready after" hint="Optional. Hours from now" />
      <TextField
        {...fieldOf('workMinutes')}
        label={item.amount > 1 ? 'Work on one cake' : 'Work'}
        hint="Optional. Minutes of the kitchen"
      />
    </div>
  )
}

/** Ignores other characters; null without digits. */
function readDigits(text: string): number | null {
  const digits = text.replace(/\D/g, '').slice(0, 4)
  return digits === '' ? null : Number(digits)
}
