import { IconButton } from '../button.tsx'
import { Icon, plusIcon } from '../icon.tsx'

const minusIcon = 'M5 12h14'

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
    <fieldset className="relative inline-flex items-center rounded-pill border border-stroke bg-paper">
      <legend className="sr-only">{label}</legend>
      <IconButton label="One less" disabled={value <= min} onClick={() => onChange(value - 1)}>
        <Icon path={minusIcon} size={18} />
      </IconButton>
      <output aria-live="polite" className="min-w-8 text-center font-semibold tabular-nums">
        {value}
      </output>
      <IconButton label="One more" disabled={value >= max} onClick={() => onChange(value + 1)}>
        <Icon path={plusIcon} size={18} />
      </IconButton>
    </fieldset>
  )
}
