import { useState } from 'react'
import { minuteText, shortWeekdays, weekdayNumbers } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { type ListColumn, ListTable } from '#ui/lists/data-table.tsx'
import { AddButton } from '../delivery-page.tsx'
import { slotTimes } from '../slot-text.ts'
import {
  followingRow,
  kindNames,
  newRow,
  SlotFields,
  type SlotRow,
} from './zone-and-slot-fields.tsx'

const newId = () => crypto.randomUUID()

interface SlotTableProps {
  rows: readonly SlotRow[]
  errorsOf: (index: number) => Readonly<Record<string, string>>
  onChange: (rows: SlotRow[]) => void
}

/** The slots in a table; below it the fields of the one that is edited, and of those that are wrong. */
export function SlotTable({ rows, errorsOf, onChange }: SlotTableProps) {
  const [edited, setEdited] = useState<number | null>(null)
  const listed = rows.map((row, index) => ({ id: index, row, errors: errorsOf(index) }))
  type Listed = (typeof listed)[number]

  function add(index: number, row: SlotRow) {
    onChange(rows.toSpliced(index, 0, row))
    setEdited(index)
  }
  function remove(index: number) {
    onChange(rows.toSpliced(index, 1))
    setEdited(null)
  }
  const button = ({ row }: Listed, label: string, onClick: () => void) => (
    <Button variant="quiet" size="small" onClick={onClick}>
      <span>{label}</span>
      <span className="sr-only">{` ${slotTimes(row)}`}</span>
    </Button>
  )

  const columns: readonly ListColumn<Listed>[] = [
    ['Slot', ({ row }) => slotTimes(row), 'font-semibold'],
    ['Days', ({ row }) => daysText(row)],
    ['Kind', ({ row }) => kindNames[row.kind]],
    ['Surcharge', ({ row }) => surchargeText(row)],
    [
      'Places',
      ({ row }) => (row.places === null ? 'Any number of orders' : `${row.places} orders`),
    ],
    ['Orders', ({ row }) => cutOffText(row)],
    [
      'Change',
      (slot) => (
        <div className="-my-2 -ml-3 flex flex-wrap">
          {button(slot, 'Edit', () => setEdited(slot.id))}
          {button(slot, 'Copy', () => add(slot.id + 1, followingRow(slot.row, newId)))}
          {button(slot, 'Remove', () => remove(slot.id))}
        </div>
      ),
    ],
  ]
  const open = listed.filter(({ id, errors }) => id === edited || Object.keys(errors).length > 0)
  return (
    <>
      <ListTable label="Slots of a week" columns={columns} rows={listed}>
        No slots yet.
      </ListTable>
      {open.map(({ id, row, errors }) => (
        <SlotFields
          key={`${rows.length} ${id}`}
          row={row}
          errors={errors}
          isEdited={id === edited}
          onChange={(changed) => onChange(rows.with(id, changed))}
          onDone={() => setEdited(null)}
        />
      ))}
      <AddButton onClick={() => add(rows.length, newRow(newId))}>Add a slot</AddButton>
    </>
  )
}

function daysText({ ids }: SlotRow): string {
  const days = weekdayNumbers.filter((weekday) => ids[weekday] !== undefined)
  if (days.length === 7) return 'Every day'
  return days.map((weekday) => shortWeekdays[weekday]).join(', ') || 'No day'
}

// On a phone the cells stand without their headings.

function surchargeText({ surchargePaise }: SlotRow): string {
  return surchargePaise > 0 ? `${formatInr(surchargePaise)} surcharge` : 'No surcharge'
}

function cutOffText({ cutOffMinutes, cutOffDayBefore }: SlotRow): string {
  return cutOffDayBefore === null
    ? `Orders end ${cutOffMinutes ? `${cutOffMinutes} minutes before` : 'when it starts'}`
    : `Orders end the day before at ${minuteText(cutOffDayBefore)}`
}
