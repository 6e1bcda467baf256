import { tidyPincode } from '#shop/values/india-address.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import type { Zone } from '../delivery-plan.schema.ts'
import { NumberField, numberFieldsOf, RupeesField } from '../number-field.tsx'

interface ZoneFieldsProps {
  zone: Zone
  /** By the field's name. */
  errors: Readonly<Record<string, string>>
  onChange: (zone: Zone) => void
  onRemove: () => void
}

export function ZoneFields({ zone, errors, onChange, onRemove }: ZoneFieldsProps) {
  const change = (part: Partial<Zone>) => onChange({ ...zone, ...part })
  const number = numberFieldsOf(zone, errors, onChange)
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold">{zone.name || 'New zone'}</legend>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          label="Name"
          value={zone.name}
          onChange={({ target }) => change({ name: target.value })}
          error={errors.name}
        />
        <TextField
          label="Pincodes"
          value={zone.pincodes.join(', ')}
          onChange={({ target }) => change({ pincodes: target.value.split(',').map(tidyPincode) })}
          hint="Whole pincodes or their first digits, with commas: 5600, 560103. The longest match counts; * means all others."
          error={errors.pincodes}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <RupeesField label="Fee (₹)" hint="Once for each order" {...number('feePaise', 0)} />
        <RupeesField
          label="Free from (₹)"
          placeholder="Never"
          hint="Cakes from this amount are delivered free"
          {...number('freeFromPaise', null)}
        />
        <RupeesField
          label="Smallest order (₹)"
          hint="The least that cakes must cost to be delivered here"
          {...number('minimumPaise', 0)}
        />
        <NumberField
          label="Travel time (minutes)"
          hint="From the kitchen to the farthest door"
          {...number('travelMinutes', 0)}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <CheckboxField
            label="We deliver here"
            checked={zone.active}
            onChange={({ target }) => change({ active: target.checked })}
          />
          <CheckboxField
            label="From the next day on, not at midnight"
            checked={zone.isFar}
            onChange={({ target }) => change({ isFar: target.checked })}
          />
        </div>
        <Button variant="quiet" size="small" onClick={onRemove}>
          {`Remove ${zone.name || 'this zone'}`}
        </Button>
      </div>
    </fieldset>
  )
}
