import { type ComponentProps, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import {
  closesAtHour,
  deliveryLeadHours,
  deliveryWithinDays,
  earliestDelivery,
  latestDelivery,
  offeredDelivery,
  opensAtHour,
} from '#shop/values/delivery-slot.ts'
import { formatDateTime, minuteText, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'

interface DeliveryTimeProps {
  leadHours: number
  field: Pick<
    ComponentProps<typeof TextField>,
    'name' | 'error' | 'defaultValue' | 'value' | 'onChange'
  >
  /** Called with an available time, as the field's value. */
  onSuggest: (time: string) => void
}

/** The field's value is Kolkata's time, in any time zone of the browser. */
export function DeliveryTime({ leadHours, field, onSuggest }: DeliveryTimeProps) {
  const [now] = useState(() => systemClock.now())
  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        label="Delivery date and time"
        type="datetime-local"
        min={toKolkataInput(earliestDelivery(now, leadHours))}
        max={toKolkataInput(latestDelivery(now))}
        step={900}
        hint={deliveryRule(leadHours)}
        required
      />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start font-medium"
        onClick={() => onSuggest(toKolkataInput(offeredDelivery(systemClock.now(), leadHours)))}
      >
        {`Earliest: ${formatDateTime(offeredDelivery(now, leadHours))}`}
      </Button>
    </div>
  )
}

function deliveryRule(leadHours: number) {
  const rule = `Between ${minuteText(opensAtHour * 60)} and ${minuteText(closesAtHour * 60)} India time, at least ${leadHours} hours from now and within ${deliveryWithinDays} days.`
  return leadHours === deliveryLeadHours ? rule : `${rule} A customised cake takes that long.`
}
