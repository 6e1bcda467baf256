import { useEffect, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { ApiError } from '#platform/http/api-client.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import { type Day, weeksAfter, weeksUntil } from './find-slot.ts'

interface DaysResponse {
  days: Day[]
}

type LoadState<Options extends DaysResponse> =
  | { kind: 'idle' }
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; options: Options }

export type SlotDays<Options extends DaysResponse> =
  | Exclude<LoadState<Options>, { kind: 'ready' | 'failed' }>
  | { kind: 'failed'; message: string; retry: () => void }
  /** `showMore` shows later days; null when the shop takes no orders for them. */
  | { kind: 'ready'; options: Options; showMore: (() => void) | null }

interface SlotDaysRequest<Options extends DaysResponse> {
  /** Null while there is nothing to request. */
  requestKey: string | null
  /** Days are shown until this start of a slot at least, 'YYYY-MM-DDTHH:mm' in Kolkata. */
  chosenAt: string | undefined
  send: (part: Days) => Promise<Options>
}

/** The slots of the next weeks, from the server; requested again when the key or the number of weeks changes. */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt requests the same
  useEffect(() => {
    if (requestKey === null) return setState({ kind: 'idle' })
    let isCurrent = true
    setState({ kind: 'loading' })
    requestDays(days, send).then(
      (options) => isCurrent && setState({ kind: 'ready', options }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (isCurrent) setState({ kind: 'failed', message: error.message })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [requestKey, days, attempt])

  if (state.kind === 'failed') {
    return { ...state, retry: () => setAttempt((before) => before + 1) }
  }
  if (state.kind !== 'ready') return state
  const hasMore = state.options.days.length === days
  return { ...state, showMore: hasMore ? () => setWeeks(weeksAfter(weeks)) : null }
}

const maxDaysOfCall = 63

interface Days {
  /** Today when left out. */
  from?: string
  days: number
}

/** The options of so many days, by as many calls as they take; fewer where the shop takes no orders for later ones. */
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
