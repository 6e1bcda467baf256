import { useEffect, useState } from 'react'
import { ApiError } from '#platform/http/api-client.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import type { Day } from './find-slot.ts'

interface DaysResponse {
  days: Day[]
}

export type RequestedDays<Options extends DaysResponse> =
  | { kind: 'idle' }
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; options: Options }

interface DaysRequest<Options extends DaysResponse> {
  /** What it is for, as text; null while there is nothing to request. */
  requestKey: string | null
  /** How many, from today on. */
  days: number
  send: (part: Days) => Promise<Options>
}

/** The slots of the next days, from the server; requested again when the key or the number of days changes. */
export function useRequestedDays<Options extends DaysResponse>({
  requestKey,
  days,
  send,
}: DaysRequest<Options>): {
  state: RequestedDays<Options>
  reload: () => void
} {
  const [state, setState] = useState<RequestedDays<Options>>({
    kind: requestKey === null ? 'idle' : 'loading',
  })
  const [attempt, setAttempt] = useState(0)

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

  return { state, reload: () => setAttempt((before) => before + 1) }
}

/** The most days of one call. */
const maxDaysAtOnce = 63

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
  const days = Math.min(count, maxDaysAtOnce)
  const options = await send(from === undefined ? { days } : { from, days })
  const last = options.days.at(-1)
  if (!last || days === count || options.days.length < days) return options
  const later = await requestDays(count - days, send, shiftDay(last.day, 1))
  return { ...options, days: [...options.days, ...later.days] }
}
