import { formatDate, kolkataDay } from '#shop/values/kolkata-time.ts'
import { rangeText, timeText } from './minute-text.ts'
import type { SlotOption } from './slot-options.ts'

type Shown = Pick<SlotOption, 'startsAt' | 'endsAt' | 'orderBy' | 'state'>

/** '22 Nov 2026, 6 to 8 pm' */
export function slotText({ startsAt, endsAt }: Pick<Shown, 'startsAt' | 'endsAt'>): string {
  return `${formatDate(startsAt)}, ${rangeText(startsAt, endsAt)}`
}

/** Why a slot cannot be had, as a sentence; null if it can. */
export function refusalOf(option: Shown, closedReason: string | null): string | null {
  const when = slotText(option)
  switch (option.state) {
    case 'open':
      return null
    case 'closed':
      return `We are closed then${closedReason ? `: ${closedReason}` : ''}. Please choose another day.`
    case 'cutoff':
      return `Orders for ${when} ended at ${orderByText(option)}. Please choose a later time.`
    case 'lead':
      return `Your cakes take longer than until ${when}. Please choose a later time.`
    case 'full':
      return `${when} is full. Please choose another time.`
  }
}

/** '2 pm', or '21 Nov 2026, 8 pm' where it is not the slot's own day. */
function orderByText({ orderBy, startsAt }: Shown): string {
  const time = timeText(orderBy)
  const isSameDay = kolkataDay(orderBy) === kolkataDay(startsAt)
  return isSameDay ? time : `${time} on ${formatDate(orderBy)}`
}
