import {
  dateText,
  kolkataDay,
  minuteOfDay,
  rangeText,
  shiftDay,
  shortDayText,
  slotText,
  timeText,
  toKolkataInput,
} from '#shop/values/kolkata-time.ts'
import { formatInr, toPaise } from '#shop/values/money.ts'
import type { EarliestResponse, ListedDay, ListedSlot, Slot } from './delivery.schema.ts'
import type { SlotOption } from './slot-options.ts'

type Shown = Pick<SlotOption, 'startsAt' | 'endsAt' | 'orderBy' | 'state'>

/** Relative to `today`: 'Today', 'Tomorrow', 'Wed 25 Nov'. */
export function relativeDayText(day: string, today: string): string {
  if (day === today) return 'Today'
  if (day === shiftDay(today, 1)) return 'Tomorrow'
  return shortDayText(day)
}

/** 'Wed 25 Nov (tomorrow)', with the year only if it is another. */
export function dayInWords(day: string, today: string): string {
  const year = day.slice(0, 4)
  const date = shortDayText(day) + (year === today.slice(0, 4) ? '' : ` ${year}`)
  return day === today || day === shiftDay(today, 1)
    ? `${date} (${relativeDayText(day, today).toLowerCase()})`
    : date
}

/** '6 to 8 pm' */
export function slotTimes({
  startMinute,
  endMinute,
}: Pick<Slot, 'startMinute' | 'endMinute'>): string {
  const day = '2026-01-01'
  return rangeText(minuteOfDay(day, startMinute), minuteOfDay(day, endMinute))
}

/** Within a sentence: 'today (20 Nov), 6 to 8 pm', 'Wed 25 Nov, 6 to 8 pm'. */
export function soonText({ startsAt, endsAt }: Pick<Shown, 'startsAt' | 'endsAt'>, now: Date) {
  const [today, day] = [kolkataDay(now), kolkataDay(startsAt)]
  const isSoon = day <= shiftDay(today, 1)
  const name = relativeDayText(day, today)
  const when = isSoon ? `${name.toLowerCase()} (${dateText(day)})` : name
  return `${when}, ${rangeText(startsAt, endsAt)}`
}

/** As a sentence; null if the slot is open. */
export function slotError(option: Shown, closedReason: string | null): string | null {
  const when = slotText(option)
  switch (option.state) {
    case 'open':
      return null
    case 'closed':
      return `We are closed then${closedReason ? `: ${closedReason}` : ''}. Please choose another day.`
    case 'soldout':
      return `Your cakes cannot all be had on ${shortDayText(kolkataDay(option.startsAt))}. Please choose another day.`
    case 'cutoff':
      return `Orders for ${when} ended at ${orderByText(option)}. Please choose a later time.`
    case 'lead':
      return `Your cakes take longer than until ${when}. Please choose a later time.`
    case 'full':
      return `${when} is full. Please choose another time.`
  }
}

/** '2 pm', or '8 pm on Sat 21 Nov' if it is on another day than the slot. */
function orderByText({ orderBy, startsAt }: Pick<Shown, 'orderBy' | 'startsAt'>): string {
  const time = timeText(orderBy)
  const day = kolkataDay(orderBy)
  return day === kolkataDay(startsAt) ? time : `${time} on ${shortDayText(day)}`
}

/** The time field's value: '2026-11-22T18:00' in Kolkata. */
export function localStart({ start }: Pick<ListedSlot, 'start'>): string {
  return toKolkataInput(new Date(start))
}

/** '₹60', 'Free', '₹60, 2 left' */
export function priceNote({ fee, surcharge, placesLeft }: ListedSlot): string {
  const price = fee + surcharge === 0 ? 'Free' : formatInr(toPaise(fee + surcharge))
  return placesLeft === null ? price : `${price}, ${placesLeft} left`
}

export function slotNote({ state, needsHours, orderBy, start }: ListedSlot): string {
  if (state === 'full') return 'Full'
  if (state === 'closed') return 'Closed'
  if (state === 'soldout') return 'Not your cakes'
  if (state === 'lead') {
    return needsHours === null ? 'From the next day on' : `Needs ${needsHours} hours`
  }
  if (orderBy === start) return 'Too late'
  const times = { orderBy: new Date(orderBy), startsAt: new Date(start) }
  return `Too late (order by ${orderByText(times)})`
}

/**
 * Said on a day that does not have the chosen slot's time, which is never changed silently: 'is not available on this
 * day', and what holds until another one is chosen.
 */
export function timeGoneText({ start, end }: ListedSlot, day: ListedDay): string {
  const chosen = { startsAt: new Date(start), endsAt: new Date(end) }
  const what = day.slots.some(({ state }) => state === 'open') ? 'time' : 'day'
  const time = rangeText(chosen.startsAt, chosen.endsAt)
  return `${time} is not available on this day. Choose another ${what}. Until then it stays ${slotText(chosen)}.`
}

/** A day to press. `today` is the first day that the server lists: the browser's may be another. */
export function dayChoice(listed: ListedDay, today: string) {
  const [label, date] = [relativeDayText(listed.day, today), shortDayText(listed.day)]
  const note = [dayNote(listed), label === date ? '' : date].filter(Boolean).join(', ')
  return { value: listed.day, label, note }
}

/** Why no slot of a day can be had, in few words; undefined if one can. */
export function dayNote({ closedReason, soldOut, slots }: ListedDay): string | undefined {
  if (closedReason) return 'Closed'
  if (soldOut) return 'Not your cakes'
  if (slots.length === 0) return 'No times'
  const has = (state: ListedSlot['state']) => slots.some((slot) => slot.state === state)
  if (has('open')) return undefined
  if (has('full')) return 'Full'
  return has('lead') ? 'Too soon for your cakes' : 'Too late'
}

export function isUnserved(response: EarliestResponse | null): boolean {
  return response?.hasZones === true && response.zone === null
}

export function unservedText(pincode: string): string {
  return `We don’t deliver to ${pincode} yet.`
}

/** In two parts: 'Deliver to 560034', and 'Earliest: today 6 to 8 pm' or '' until it is known. */
export function promiseText(
  { pincode, response }: { pincode: string; response: EarliestResponse | null },
  now: Date,
): { where: string; when: string } {
  if (!pincode) return { where: 'Deliver to', when: 'Enter your pincode' }
  if (isUnserved(response)) return { where: unservedText(pincode), when: '' }
  const where = `Deliver to ${pincode}`
  if (!response?.zone) return { where, when: '' }
  if (response.whyNot) return { where, when: response.whyNot }
  if (!response.earliest) return { where, when: 'No times are free in the coming weeks' }
  const { start, end } = response.earliest
  const slot = { startsAt: new Date(start), endsAt: new Date(end) }
  return { where, when: `Earliest: ${soonText(slot, now)}` }
}
