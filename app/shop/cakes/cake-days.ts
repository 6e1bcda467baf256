import type { z } from 'zod'
import { hourMs } from '#platform/clock.ts'
import {
  kolkataDay,
  shiftDay,
  shortDayText,
  shortWeekdays,
  weekdayOf,
} from '#shop/values/kolkata-time.ts'
import type { Availability } from './availability.ts'
import type { dayFields } from './cake.schema.ts'

/** On which days a cake is delivered or picked up, how many pieces of it, and where to; empty: no limit. */
export type CakeDays = { [Field in keyof typeof dayFields]: z.output<(typeof dayFields)[Field]> }

export const anyDay: CakeDays = {
  ...{ piecesADay: null, piecesInAll: null, fromDay: null, untilDay: null },
  ...{ weekdays: [], zones: null },
}

/** Pieces that orders take, by the day 'YYYY-MM-DD' of their delivery. */
export type TakenPieces = ReadonlyMap<string, number>

export const noneTaken: TakenPieces = new Map()

export function hasDays({ piecesADay, piecesInAll, fromDay, untilDay, weekdays }: CakeDays) {
  return (piecesADay ?? piecesInAll ?? fromDay ?? untilDay) !== null || weekdays.length > 0
}

type Named = CakeDays & { name: string }

/** Why a cake is not made on a day, as a sentence; null if it is. */
function offText({ name, fromDay, untilDay, weekdays }: Named, day: string): string | null {
  if (fromDay && day < fromDay) return `${name} is made from ${shortDayText(fromDay)}.`
  if (untilDay && day > untilDay) return `${name} is made until ${shortDayText(untilDay)}.`
  if (weekdays.length === 0 || weekdays.includes(shortWeekdays[weekdayOf(day)] ?? '')) return null
  return `${name} is made only on ${new Intl.ListFormat('en-IN').format(weekdays)}.`
}

function leftOf({ piecesADay, piecesInAll, fromDay, untilDay }: CakeDays, taken: TakenPieces) {
  const isCounted = (day: string) => day >= (fromDay ?? day) && day <= (untilDay ?? day)
  const all = [...taken].reduce((sum, [day, pieces]) => sum + (isCounted(day) ? pieces : 0), 0)
  const inAll = Math.max(0, (piecesInAll ?? Infinity) - all)
  const onDay = (day: string) => Math.max(0, (piecesADay ?? Infinity) - (taken.get(day) ?? 0))
  return { inAll, onDay: (day: string) => Math.min(inAll, onDay(day)) }
}

/** Why so many pieces of a cake cannot be had on a day, as a sentence; null if they can. */
export function whyNotOn(
  cake: Named,
  taken: TakenPieces,
  { day, pieces }: { day: string; pieces: number },
): string | null {
  const off = offText(cake, day)
  if (off) return off
  const { inAll, onDay } = leftOf(cake, taken)
  const left = onDay(day)
  if (pieces <= left) return null
  const when = inAll === left ? '' : ` on ${shortDayText(day)}`
  if (left === 0) return `${cake.name} is sold out${when}.`
  return `Only ${left} of ${cake.name} can be had${when}.`
}

/** Why a cake does not travel to a zone, as a sentence; null if it does. */
export function whyNotTo({ name, zones }: Pick<Named, 'name' | 'zones'>, zone: string) {
  if (zones === null || zones.includes(zone)) return null
  return zones.length === 0 ? `${name} is only for pickup.` : `${name} does not travel to ${zone}.`
}

/** Orders are taken for at most a year. */
const lookedAhead = 366

/** What is said of a cake that cannot be had on the first open day by which it is ready; undefined if it can. */
export function availabilityOf(
  cake: Named & { leadHours: number },
  taken: TakenPieces,
  { now, isOpen }: { now: Date; isOpen: (day: string) => boolean },
): Availability | undefined {
  if (!hasDays(cake)) return undefined
  const ready = kolkataDay(new Date(now.getTime() + cake.leadHours * hourMs))
  const days = Array.from({ length: lookedAhead }, (_, n) => shiftDay(ready, n)).filter(isOpen)
  const [first = ready] = days
  const nextDay = days.find((day) => whyNotOn(cake, taken, { day, pieces: 1 }) === null) ?? null
  if (nextDay === first) return undefined
  if (nextDay === null) {
    const { untilDay } = cake
    const why = untilDay && first > untilDay ? `, made until ${shortDayText(untilDay)}` : ''
    return { text: `Sold out${why}`, nextDay }
  }
  const next = `ext: ${shortDayText(nextDay)}`
  if (offText(cake, first)) return { text: `N${next}`, nextDay }
  const today = kolkataDay(now)
  const soon = first === shiftDay(today, 1) ? 'tomorrow' : `on ${shortDayText(first)}`
  return { text: `Sold out ${first === today ? 'today' : soon}, n${next}`, nextDay }
}

/** How many pieces of each ready-made cake some lines have, by its id. */
export function piecesByCake(
  lines: readonly { cakeid: string | null; amount: number; customize: boolean }[],
): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { cakeid, amount, customize } of lines) {
    if (cakeid !== null && !customize) pieces.set(cakeid, (pieces.get(cakeid) ?? 0) + amount)
  }
  return pieces
}
