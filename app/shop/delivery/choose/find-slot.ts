import { minuteMs } from '#platform/durations.ts'
import { boundsOfDay, kolkataDay, toKolkataInput } from '#shop/values/kolkata-time.ts'
import type { DeliveryOptions } from '../delivery.endpoints.ts'

export type Day = DeliveryOptions['days'][number]
export type Slot = Day['slots'][number]

/** A slot has the same id every week. */
interface SlotInWeek {
  id: string
  /** Its start, 'YYYY-MM-DDTHH:mm' in Kolkata. */
  deliveryAt: string
}

/** As far ahead as a shop can take orders. */
const maxWeeks = 53

const weekMs = 7 * 1440 * minuteMs

/** How many weeks from today on include the chosen slot; at least 1. */
export function weeksUntil(chosenAt: string | undefined, now: Date): number {
  if (chosenAt === undefined) return 1
  const start = (day: string) => boundsOfDay(day).from.getTime()
  const ahead = start(chosenAt.slice(0, 10)) - start(kolkataDay(now))
  return Math.min(Math.max(Math.floor(ahead / weekMs) + 1, 1), maxWeeks)
}

/** How many weeks are shown after so many: one more at first, then more at once. */
export function weeksAfter(weeks: number): number {
  return weeks < 9 ? weeks + 1 : weeks + 9
}

/** As the field's value: '2026-11-22T18:00' in Kolkata. */
export function localStart({ start }: Pick<Slot, 'start'>): string {
  return toKolkataInput(new Date(start))
}

export function isChosenSlot(slot: Slot, chosen: SlotInWeek | null): boolean {
  return chosen?.id === slot.id && chosen.deliveryAt === localStart(slot)
}

export function findSlot(days: readonly Day[], chosen: SlotInWeek | null) {
  for (const day of days) {
    const slot = day.slots.find((each) => isChosenSlot(each, chosen))
    if (slot) return { day, slot }
  }
  return null
}

/** The first open slot from the chosen one's start on, or of all. */
export function nearestOpen(days: readonly Day[], chosen: Pick<SlotInWeek, 'deliveryAt'> | null) {
  const open = days.flatMap((day) =>
    day.slots.filter(({ state }) => state === 'open').map((slot) => ({ day, slot })),
  )
  return open.find(({ slot }) => localStart(slot) >= (chosen?.deliveryAt ?? '')) ?? open[0] ?? null
}
