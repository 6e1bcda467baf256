import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { tidyPincode } from '#shop/values/india-address.ts'
import { useAction } from '#shop/values/use-action.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import { PlainForm, Section } from '#ui/forms/plain-form.tsx'
import { toast } from '#ui/toast.tsx'
import type { saveDeliverySettingsEndpoint } from '../delivery.endpoints.ts'
import { usualTerms } from '../delivery-fees.ts'
import { AddButton } from '../delivery-page.tsx'
import type { DeliverySettings, Zone } from '../delivery-plan.schema.ts'
import { NumberField, numberFieldsOf, RupeesField } from '../number-field.tsx'
import { newRow, SlotFields, type SlotRow, toRows, toSlots } from './slot-fields.tsx'

type SavedSettings = DeliverySettings & { version: number }

export function SettingsForm({ saved }: { saved: SavedSettings }) {
  const form = useSettingsForm(saved)
  const { zones, rows } = form
  const number = numberFieldsOf(form.usual, form.usualErrors, form.setUsual)
  return (
    <PlainForm onSave={form.save}>
      <Section
        id="zones"
        title="Zones"
        intro="A zone is an area you deliver to, by pincode. Without zones you deliver everywhere; with them, only to their pincodes."
      >
        {zones.map((zone, index) => (
          <ZoneFields
            key={zone.id}
            zone={zone}
            errors={form.zoneErrors(index)}
            onChange={(changed) => form.changeZone(index, changed)}
            onRemove={() => form.removeZone(index)}
          />
        ))}
        <AddButton onClick={form.addZone}>Add a zone</AddButton>
      </Section>
      <Section
        id="slots"
        title="Slots"
        intro="Customers choose one of these. A slot is offered until its orders end, while it has places, and when the cakes can be ready in time."
      >
        {rows.map((row, index) => (
          <SlotFields
            key={Object.values(row.ids)[0] ?? index}
            row={row}
            errors={form.rowErrors(index)}
            onChange={(changed) => form.changeRow(index, changed)}
            onRemove={() => form.removeRow(index)}
          />
        ))}
        <AddButton onClick={form.addRow}>Add a slot</AddButton>
      </Section>
      <Section
        id="usual"
        title="Every day and cash"
        intro="For all days, unless a day has its own limits."
      >
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <NumberField
            label="Kitchen minutes of a day"
            placeholder="No limit"
            hint="When the cakes of a day need more, its slots are full. Empty: no limit"
            {...number('kitchenMinutes', null)}
          />
          <NumberField
            label="Hold a place for (minutes)"
            hint="How long an order keeps its place before it is paid: 10 to 60"
            {...number('holdMinutes', 0)}
          />
          <NumberField
            label="Take orders for (days ahead)"
            hint="Later days cannot be chosen yet"
            {...number('daysAhead', 0)}
          />
          <RupeesField
            label="Cash on delivery up to (₹)"
            placeholder="No cash"
            hint="For ready-made cakes with their delivery: in zones that take cash and at pickup, not at midnight, not for gifts, for customers with an account. Empty: online only"
            {...number('cashLimitPaise', null)}
          />
        </div>
      </Section>
      <Button type="submit" size="large" busy={form.busy} className="justify-self-start">
        Save delivery settings
      </Button>
    </PlainForm>
  )
}

/** By the field's name. */
type RowErrors = Readonly<Record<string, string>>

const newId = () => crypto.randomUUID()

function useSettingsForm(saved: SavedSettings) {
  const [usual, setUsual] = useState(saved.usual)
  const [zones, setZones] = useState(saved.zones)
  const [rows, setRows] = useState(() => toRows(saved.slots))
  const [errors, setErrors] = useState<RowErrors>({})
  const { busy, run } = useAction()
  const { revalidate } = useRevalidator()

  async function save() {
    const slots = toSlots(rows).map(({ slot }) => slot)
    const body = { usual, zones: zones.map(withoutEmpty), slots, version: saved.version }
    const problem = await run(async () => {
      await call<typeof saveDeliverySettingsEndpoint>('POST /delivery/settings', { body })
      toast.success('The delivery settings are saved.')
      await revalidate()
    })
    setErrors(problem?.errors ?? {})
  }

  return {
    usual,
    setUsual,
    zones,
    rows,
    busy,
    save,
    usualErrors: errorsUnder(errors, 'usual'),
    addZone: () => setZones([...zones, newZone()]),
    changeZone: (index: number, zone: Zone) => setZones(zones.with(index, zone)),
    removeZone: (index: number) => setZones(zones.toSpliced(index, 1)),
    addRow: () => setRows([...rows, newRow(newId)]),
    changeRow: (index: number, row: SlotRow) => setRows(rows.with(index, row)),
    removeRow: (index: number) => setRows(rows.toSpliced(index, 1)),
    zoneErrors: (index: number) => errorsUnder(errors, `zones.${index}`),
    rowErrors: (index: number) =>
      Object.assign(
        {},
        ...toSlots(rows).map(({ row }, slot) =>
          row === index ? errorsUnder(errors, `slots.${slot}`) : {},
        ),
      ) as RowErrors,
  }
}

/** A trailing comma is no pincode. */
function withoutEmpty(zone: Zone): Zone {
  return { ...zone, pincodes: zone.pincodes.filter(Boolean) }
}

function newZone(): Zone {
  const { feePaise, freeFromPaise } = usualTerms
  return {
    id: newId(),
    name: '',
    pincodes: [],
    feePaise,
    freeFromPaise,
    minimumPaise: 0,
    travelMinutes: 30,
    isFar: false,
    takesCash: false,
    active: true,
  }
}

/** 'zones.0.pincodes.2' is under 'zones.0' as 'pincodes'. */
function errorsUnder(errors: RowErrors, prefix: string): RowErrors {
  const own = Object.entries(errors).filter(([path]) => path.startsWith(`${prefix}.`))
  return Object.fromEntries(
    own.map(([path, message]) => [path.slice(prefix.length + 1).split('.')[0] ?? '', message]),
  )
}

interface ZoneFieldsProps {
  zone: Zone
  /** By the field's name. */
  errors: Readonly<Record<string, string>>
  onChange: (zone: Zone) => void
  onRemove: () => void
}

function ZoneFields({ zone, errors, onChange, onRemove }: ZoneFieldsProps) {
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
