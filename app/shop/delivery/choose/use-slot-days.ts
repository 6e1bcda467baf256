import { useEffect, useState } from 'react'
import { minuteMs, systemClock } from '#platform/clock.ts'
import { ApiError } from '#platform/http/api-client.ts'
import { boundsOfDay, kolkataDay, shiftDay, toKolkataInput } from '#shop/values/kolkata-time.ts'
import type { ListedDay, ListedSlot } from '../delivery.schema.ts'
import { localStart } from '../slot-text.ts'

/** A slot has the same id every week. */
interface SlotInWeek {
  id: string
  /** Its start, 'YYYY-MM-DDTHH:mm' in Kolkata. */
  deliveryAt: string
}

/** The maximum time ahead for which a shop takes orders. */
const maxWeeks = 53

const weekMs = 7 * 1440 * minuteMs

/** Number of weeks from today that include the chosen slot; at least 1. */
export function weeksUntil(chosenAt: string | undefined, now: Date): number {
  if (chosenAt === undefined) return 1
  const start = (day: string) => boundsOfDay(day).from.getTime()
  const ahead = start(chosenAt.slice(0, 10)) - start(kolkataDay(now))
  return Math.min(Math.max(Math.floor(ahead / weekMs) + 1, 1), maxWeeks)
}

/** The next number of weeks: one more at first, then larger steps. */
function weeksAfter(weeks: number): number {
  return weeks < 9 ? weeks + 1 : weeks + 9
}

export function isChosenSlot(slot: ListedSlot, chosen: SlotInWeek | null): boolean {
  return chosen?.id === slot.id && chosen.deliveryAt === localStart(slot)
}

export function findSlot(days: readonly ListedDay[], chosen: SlotInWeek | null) {
  for (const day of days) {
    const slot = day.slots.find((each) => isChosenSlot(each, chosen))
    if (slot) return { day, slot }
  }
  return null
}

/** The slot of another day at the same time; null if that day has none. */
export function sameTimeOn(day: ListedDay, chosen: ListedSlot): ListedSlot | null {
  const timesOf = ({ start, end }: ListedSlot) =>
    [start, end].map((at) => toKolkataInput(new Date(at)).slice(11)).join()
  const same = day.slots.filter((slot) => timesOf(slot) === timesOf(chosen))
  return same.find(({ id }) => id === chosen.id) ?? same[0] ?? null
}

/** The first open slot from the chosen start on, or the first of all. */
export function nearestOpen(
  days: readonly ListedDay[],
  chosen: Pick<SlotInWeek, 'deliveryAt'> | null,
) {
  const open = days.flatMap((day) =>
    day.slots.filter(({ state }) => state === 'open').map((slot) => ({ day, slot })),
  )
  return open.find(({ slot }) => localStart(slot) >= (chosen?.deliveryAt ?? '')) ?? open[0] ?? null
}

interface DaysResponse {
  days: ListedDay[]
}

type LoadState<Options extends DaysResponse> =
  | { kind: 'idle' }
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; options: Options; key: string }

export type SlotDays<Options extends DaysResponse> =
  | Exclude<LoadState<Options>, { kind: 'ready' | 'failed' }>
  | { kind: 'failed'; message: string; retry: () => void }
  /** `showMore` is null if the shop takes no orders for later days. */
  | { kind: 'ready'; options: Options; showMore: (() => void) | null }

interface SlotDaysRequest<Options extends DaysResponse> {
  /** Null if there is nothing to request. */
  requestKey: string | null
  /** Days are shown at least until this start of a slot, 'YYYY-MM-DDTHH:mm' in Kolkata. */
  chosenAt: string | undefined
  send: (part: Days) => Promise<Options>
}

/** Requested again when the key or the number of weeks changes; without a sign of it when the page is seen again, or a day begins. */
export function useSlotDays<Options extends DaysResponse>({
  requestKey,
  chosenAt,
  send,
}: SlotDaysRequest<Options>): SlotDays<Options> {
  const [weeks, setWeeks] = useState(() => weeksUntil(chosenAt, systemClock.now()))
  const [state, setState] = useState<LoadState<Options>>({
    kind: requestKey === null ? 'idle' : 'loading',
  })
  const [attempt, setAttempt] = useState(0)
  const days = weeks * 7
  const key = `${requestKey} ${days} ${attempt}`
  const today = state.kind === 'ready' ? state.options.days[0]?.day : undefined
  const [refresh, setRefresh] = useState(0)

  // Another day may have begun in India, or its slots have filled, while nobody looked.
  useEffect(() => {
    if (today === undefined) return
    const reload = () => document.hidden || setRefresh((before) => before + 1)
    const reloadNextDay = () => today !== kolkataDay(systemClock.now()) && reload()
    document.addEventListener('visibilitychange', reload)
    const timer = setInterval(reloadNextDay, minuteMs)
    return () => {
      document.removeEventListener('visibilitychange', reload)
      clearInterval(timer)
    }
  }, [today])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has all that is requested
  useEffect(() => {
    if (requestKey === null) return setState({ kind: 'idle' })
    let isCurrent = true
    const isShown = (before: LoadState<Options>) => before.kind === 'ready' && before.key === key
    setState((before) => (isShown(before) ? before : { kind: 'loading' }))
    requestDays(days, send).then(
      (options) => isCurrent && setState({ kind: 'ready', options, key }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        const failed = { kind: 'failed' as const, message: error.message }
        if (isCurrent) setState((before) => (isShown(before) ? before : failed))
      },
    )
    return () => {
      isCurrent = false
    }
  }, [key, refresh])

  if (state.kind === 'failed') {
    return { ...state, retry: () => setAttempt((before) => before + 1) }
  }
  if (state.kind !== 'ready') return state
  const hasMore = state.options.days.length === days
  return { ...state, showMore: hasMore ? () => setWeeks(weeksAfter(weeks)) : null }
}

const maxDaysOfCall = 63

interface Days {
  /** Defaults to today. */
  from?: string
  days: number
}

/** Sends as many calls as the days need; fewer days if the shop takes no orders for later ones. */
export async function requestDays<Options extends DaysResponse>(
  count: number,
  send: (part: Days) => Promise<Options>,
  from?: string,
): Promise<Options> {
  const days = Math.min(count, maxDaysOfCall)
  const options = await send(from === undefined ? { days } : { from, days })
  const last = options.days.at(-1)
  if (!last || days === count || options.days.length < days) return options
  const later = await requestDays(count - days, send, shiftDay(last.day, 1))
  return { ...options, days: [...options.days, ...later.days] }
}
