import { shortWeekdays } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField, SelectField } from '#ui/forms/field.tsx'
import { type SlotKind, slotKinds } from '../delivery-plan.schema.ts'
import { slotTimes } from '../minute-text.ts'
import { MinuteField, NumberField, RupeesField } from '../number-field.tsx'
import { type SlotRow, toggleWeekday, weekdayNumbers } from './slot-rows.ts'

const kindNames: Record<SlotKind, string> = {
  standard: 'Standard',
  fixed: 'Fixed hour',
  midnight: 'Midnight',
  pickup: 'Pickup',
}

interface SlotFieldsProps {
  row: SlotRow
  /** Messages by the name of a field. */
  errors: Readonly<Record<string, string>>
  onChange: (row: SlotRow) => void
  onRemove: () => void
}

export function SlotFields({ row, errors, onChange, onRemove }: SlotFieldsProps) {
  const change = (part: Partial<SlotRow>) => onChange({ ...row, ...part })
  const title = slotTimes(row)
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4">
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
        <MinuteField
          label="From"
          value={row.startMinute}
          onChange={(startMinute) => change({ startMinute })}
          error={errors.startMinute}
        />
        <MinuteField
          label="To"
          value={row.endMinute}
          onChange={(endMinute) => change({ endMinute })}
          isEnd
          error={errors.endMinute}
        />
        <SelectField
          label="Kind"
          value={row.kind}
          hint="Kinds may overlap; pickup has no fee"
          onChange={({ target }) => change({ kind: target.value as SlotKind })}
        >
          {slotKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </SelectField>
        <RupeesField
          label="Surcharge (₹)"
          value={row.surchargePaise}
          onChange={(surchargePaise) => change({ surchargePaise: surchargePaise ?? 0 })}
          hint="Besides the fee, even where that is nothing"
          error={errors.surchargePaise}
        />
        <NumberField
          label="Places"
          value={row.places}
          onChange={(places) => change({ places })}
          placeholder="Any number"
          hint="The most orders of one day"
          error={errors.places}
        />
        <CutOffFields row={row} errors={errors} onChange={change} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CheckboxField
          label="Baked the day before: its cakes take that day’s kitchen minutes"
          checked={row.bakesDayBefore}
          onChange={({ target }) => change({ bakesDayBefore: target.checked })}
        />
        <Button variant="quiet" size="small" onClick={onRemove}>
          Remove {title}
        </Button>
      </div>
    </fieldset>
  )
}

interface CutOffFieldsProps extends Pick<SlotFieldsProps, 'row' | 'errors'> {
  onChange: (part: Partial<SlotRow>) => void
}

/** Until when orders are taken: so many minutes before the start, or a time of the day before. */
function CutOffFields({ row, errors, onChange }: CutOffFieldsProps) {
  const isDayBefore = row.cutOffDayBefore !== null
  return (
    <>
      <SelectField
        label="Orders end"
        value={isDayBefore ? 'day-before' : 'minutes'}
        onChange={({ target }) =>
          onChange(
            target.value === 'minutes'
              ? { cutOffMinutes: 120, cutOffDayBefore: null }
              : { cutOffMinutes: null, cutOffDayBefore: 20 * 60 },
          )
        }
      >
        <option value="minutes">Before the start</option>
        <option value="day-before">The day before</option>
      </SelectField>
      {isDayBefore ? (
        <MinuteField
          label="The day before at"
          hint="Later orders are refused"
          value={row.cutOffDayBefore ?? 0}
          onChange={(cutOffDayBefore) => onChange({ cutOffDayBefore })}
          error={errors.cutOffDayBefore}
        />
      ) : (
        <NumberField
          label="Minutes before"
          hint="Later orders are refused"
          value={row.cutOffMinutes}
          onChange={(minutes) => onChange({ cutOffMinutes: minutes ?? 0 })}
          error={errors.cutOffMinutes}
        />
      )}
    </>
  )
}
