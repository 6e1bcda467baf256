import { Minus, Plus } from 'lucide-react'
import { IconButton } from '../button.tsx'

interface QuantityStepperProps {
  value: number
  /** Called with the new number; never below `min`, never above `max`. */
  onChange: (value: number) => void
  label: string
  min?: number
  max?: number
}

export function QuantityStepper({
  value,
  onChange,
  label,
  min = 1,
  max = Number.POSITIVE_INFINITY,
}: QuantityStepperProps) {
  return (
    <fieldset
      aria-label={label}
      className="inline-flex items-center rounded-pill border border-stroke bg-paper"
    >
      <IconButton label="One less" disabled={value <= min} onClick={() => onChange(value - 1)}>
        <Minus size={18} aria-hidden="true" />
      </IconButton>
      <output aria-live="polite" className="min-w-8 text-center font-semibold tabular-nums">
        {value}
      </output>
      <IconButton label="One more" disabled={value >= max} onClick={() => onChange(value + 1)}>
        <Plus size={18} aria-hidden="true" />
      </IconButton>
    </fieldset>
  )
}
