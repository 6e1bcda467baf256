import type { Slot } from '../delivery-plan.schema.ts'

/** A slot as its owner thinks of it: the same on several weekdays. */
export interface SlotRow extends Omit<Slot, 'id' | 'weekday'> {
  /** The id of the slot of each weekday that it is on. */
  ids: Readonly<Partial<Record<number, string>>>
}

/** Slots that differ in nothing but the weekday are one row. */
export function toRows(slots: readonly Slot[]): SlotRow[] {
  const rows = new Map<string, SlotRow>()
  for (const { id, weekday, ...rest } of slots) {
    const { startMinute, endMinute, kind, surchargePaise, places, bakesDayBefore } = rest
    const key = JSON.stringify([
      ...[startMinute, endMinute, kind, surchargePaise, places, bakesDayBefore],
      ...[rest.cutOffMinutes, rest.cutOffDayBefore],
    ])
    const row = rows.get(key) ?? { ...rest, ids: {} }
    rows.set(key, { ...row, ids: { ...row.ids, [weekday]: id } })
  }
  return [...rows.values()].sort((one, other) => one.startMinute - other.startMinute)
}

/** The slots of all rows, each with the row that it comes from. */
export function toSlots(rows: readonly SlotRow[]): { slot: Slot; row: number }[] {
  return rows.flatMap(({ ids, ...rest }, row) =>
    weekdayNumbers.flatMap((weekday) => {
      const id = ids[weekday]
      return id ? [{ slot: { id, weekday, ...rest }, row }] : []
    }),
  )
}

export const weekdayNumbers = [1, 2, 3, 4, 5, 6, 0] as const

export function toggleWeekday(row: SlotRow, weekday: number, newId: () => string): SlotRow {
  const { [weekday]: id, ...others } = row.ids
  return { ...row, ids: id ? others : { ...others, [weekday]: newId() } }
}

/** Two hours in the evening of every day, orders until two hours before. */
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
