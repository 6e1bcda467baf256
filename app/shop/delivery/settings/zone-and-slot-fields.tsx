import { useEffect, useRef } from 'react'
import { tidyPincode } from '#shop/values/india-address.ts'
import { shortWeekdays, weekdayNumbers } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import { FieldOf } from '#ui/forms/plain-form.tsx'
import { type Slot, type SlotKind, slotKinds, type Zone } from '../delivery.schema.ts'
import { MinuteField, NumberField, numberFieldsOf, RupeesField } from '../delivery-page.tsx'
import { slotTimes } from '../slot-text.ts'

export const kindNames: Record<SlotKind, string> = {
  standard: 'Standard',
  fixed: 'Fixed hour',
  midnight: 'Midnight',
  pickup: 'Pickup',
}

interface SlotFieldsProps {
  row: SlotRow
  /** By the field's name. */
  errors: Readonly<Record<string, string>>
  /** Asked for, and not only shown because something in it is wrong: the focus comes here. */
  isEdited: boolean
  onChange: (row: SlotRow) => void
  onDone: () => void
}

export function SlotFields({ row, errors, isEdited, onChange, onDone }: SlotFieldsProps) {
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isEdited) fields.current?.focus()
  }, [isEdited])
  const change = (part: Partial<SlotRow>) => onChange({ ...row, ...part })
  const number = numberFieldsOf(row, errors, onChange)
  const title = slotTimes(row)
  return (
    <fieldset ref={fields} tabIndex={-1} className="grid gap-4 rounded-card border border-line p-4">
      <legend className="px-1 font-semibold">{title}</legend>
      <div className="flex flex-wrap gap-x-5">
        {weekdayNumbers.map((weekday) => (
          <CheckboxField
            key={weekday}
            label={shortWeekdays[weekday]}
            checked={row.ids[weekday] !== undefined}
            onChange={() => onChange(toggleWeekday(row, weekday, () => crypto.randomUUID()))}
          />
        ))}
      </div>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <MinuteField label="From" {...number('startMinute', 0)} />
        <MinuteField label="To" isEnd {...number('endMinute', 0)} />
        <FieldOf
          label="Kind"
          value={row.kind}
          hint="Delivery and pickup may be at the same time; pickup is free"
          options={slotKinds.map((kind) => [kind, kindNames[kind]])}
          onChange={({ target }) => change({ kind: target.value as SlotKind })}
        />
        <RupeesField
          label="Surcharge (₹)"
          hint="Added to the delivery fee"
          {...number('surchargePaise', 0)}
        />
        <NumberField
          label="Places"
          placeholder="Any number"
          hint="The most orders of one day"
          {...number('places', null)}
        />
        <CutOffFields row={row} errors={errors} onChange={onChange} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CheckboxField
          label="Baked the day before: its cakes take that day’s kitchen minutes"
          checked={row.bakesDayBefore}
          onChange={({ target }) => change({ bakesDayBefore: target.checked })}
        />
        {isEdited && (
          <Button variant="secondary" size="small" onClick={onDone}>
            Done
          </Button>
        )}
      </div>
    </fieldset>
  )
}

function CutOffFields({
  row,
  errors,
  onChange,
}: Pick<SlotFieldsProps, 'row' | 'errors' | 'onChange'>) {
  const number = numberFieldsOf(row, errors, onChange)
  const isDayBefore = row.cutOffDayBefore !== null
  return (
    <>
      <FieldOf
        label="Orders end"
        value={isDayBefore ? 'day-before' : 'minutes'}
        options={[
          ['minutes', 'Before the start'],
          ['day-before', 'The day before'],
        ]}
        onChange={({ target }) =>
          onChange(
            target.value === 'minutes'
              ? { ...row, cutOffMinutes: 120, cutOffDayBefore: null }
              : { ...row, cutOffMinutes: null, cutOffDayBefore: 20 * 60 },
          )
        }
      />
      {isDayBefore ? (
        <MinuteField
          label="The day before at"
          hint="Later orders are refused"
          {...number('cutOffDayBefore', null)}
          value={row.cutOffDayBefore ?? 0}
        />
      ) : (
        <NumberField
          label="Minutes before"
          hint="Later orders are refused"
          {...number('cutOffMinutes', 0)}
        />
      )}
    </>
  )
}

/** One row for a slot on several weekdays. */
export interface SlotRow extends Omit<Slot, 'id' | 'weekday'> {
  ids: Readonly<Partial<Record<number, string>>>
}

/** Slots that differ only in the weekday become one row. */
export function toRows(slots: readonly Slot[]): SlotRow[] {
  const rows = new Map<string, SlotRow>()
  for (const { id, weekday, ...rest } of slots) {
    const key = JSON.stringify(rest)
    const row = rows.get(key) ?? { ...rest, ids: {} }
    rows.set(key, { ...row, ids: { ...row.ids, [weekday]: id } })
  }
  return [...rows.values()].sort((one, other) => one.startMinute - other.startMinute)
}

export function toSlots(rows: readonly SlotRow[]): { slot: Slot; row: number }[] {
  return rows.flatMap(({ ids, ...rest }, row) =>
    weekdayNumbers.flatMap((weekday) => {
      const id = ids[weekday]
      return id ? [{ slot: { id, weekday, ...rest }, row }] : []
    }),
  )
}

export function toggleWeekday(row: SlotRow, weekday: number, newId: () => string): SlotRow {
  const { [weekday]: id, ...others } = row.ids
  return { ...row, ids: id ? others : { ...others, [weekday]: newId() } }
}

/** Two hours in the evening of every day; orders until two hours before. */
export function newRow(newId: () => string): SlotRow {
  return {
    ids: Object.fromEntries(weekdayNumbers.map((weekday) => [weekday, newId()])),
    startMinute: 18 * 60,
    endMinute: 20 * 60,
    kind: 'standard',
    surchargePaise: 0,
    cutOffMinutes: 120,
    cutOffDayBefore: null,
    places: null,
    bakesDayBefore: false,
  }
}

/** The copy of a slot: as long, on the same days, and right after it, because slots of a kind do not overlap. */
export function followingRow(row: SlotRow, newId: () => string): SlotRow {
  const length = row.endMinute - row.startMinute
  const endMinute = Math.min(row.endMinute + length, 1440)
  const ids = Object.fromEntries(Object.keys(row.ids).map((weekday) => [weekday, newId()]))
  return { ...row, ids, startMinute: endMinute - length, endMinute }
}

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
          onChange={({ target }) => change({ pincodes: target.value.split(',').map(tidyRange) })}
          hint="Pincodes, ranges or first digits, with commas: 560103, 560001-560020, 5601. The longest match counts; * means all others."
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
          label="Minimum order (₹)"
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
            label="Deliver in this area"
            checked={zone.active}
            onChange={({ target }) => change({ active: target.checked })}
          />
          <CheckboxField
            label="Far away: from the next day, no midnight delivery"
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

/** '411001 – 411030' as '411001-411030'. */
const tidyRange = (text: string) => text.split(/[-–—]/).map(tidyPincode).join('-')
