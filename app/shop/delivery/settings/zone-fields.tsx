import { tidyPincode } from '#shop/values/india-address.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import type { Zone } from '../delivery-plan.schema.ts'
import { NumberField, RupeesField } from '../number-field.tsx'

interface ZoneFieldsProps {
  zone: Zone
  /** Messages by the name of a field. */
  errors: Readonly<Record<string, string>>
  onChange: (zone: Zone) => void
  onRemove: () => void
}

export function ZoneFields({ zone, errors, onChange, onRemove }: ZoneFieldsProps) {
  const change = (part: Partial<Zone>) => onChange({ ...zone, ...part })
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
          hint="Whole ones or their first digits, with commas: 5600, 560103. The longest match counts."
          error={errors.pincodes}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <RupeesField
          label="Fee (₹)"
          value={zone.feePaise}
          onChange={(feePaise) => change({ feePaise: feePaise ?? 0 })}
          hint="Once for each order"
          error={errors.feePaise}
        />
        <RupeesField
          label="Free from (₹)"
          value={zone.freeFromPaise}
          onChange={(freeFromPaise) => change({ freeFromPaise })}
          placeholder="Never"
          hint="Cakes for so much are delivered without the fee"
          error={errors.freeFromPaise}
        />
        <RupeesField
          label="Smallest order (₹)"
          value={zone.minimumPaise}
          onChange={(minimumPaise) => change({ minimumPaise: minimumPaise ?? 0 })}
          hint="Cakes for less are not delivered here"
          error={errors.minimumPaise}
        />
        <NumberField
          label="Travel time (minutes)"
          value={zone.travelMinutes}
          onChange={(travelMinutes) => change({ travelMinutes: travelMinutes ?? 0 })}
          hint="From the kitchen to the farthest door"
          error={errors.travelMinutes}
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
            label="Ready-made cakes can be paid in cash here"
            checked={zone.takesCash}
            onChange={({ target }) => change({ takesCash: target.checked })}
          />
        </div>
        <Button variant="quiet" size="small" onClick={onRemove}>
          Remove {zone.name || 'this zone'}
        </Button>
      </div>
    </fieldset>
  )
}
