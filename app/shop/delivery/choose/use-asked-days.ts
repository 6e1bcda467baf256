import { useEffect, useState } from 'react'
import { ApiError } from '#platform/http/api-client.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import type { Day } from './find-slot.ts'

/** Slots of some days, as a call answers them. */
interface Answer {
  days: Day[]
}

export type AskedDays<Options extends Answer> =
  | { kind: 'not-asked' }
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; options: Options }

interface Question<Options extends Answer> {
  /** What is asked about, as text; null while there is nothing to ask. */
  about: string | null
  /** How many, from today on. */
  days: number
  ask: (part: Days) => Promise<Options>
}

/** The slots of the next days, as the server answers them; asked again when the question changes. */
export function useAskedDays<Options extends Answer>({
  about,
  days,
  ask,
}: Question<Options>): {
  state: AskedDays<Options>
  reload: () => void
} {
  const [state, setState] = useState<AskedDays<Options>>({
    kind: about === null ? 'not-asked' : 'loading',
  })
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again
  useEffect(() => {
    if (about === null) return setState({ kind: 'not-asked' })
    let isCurrent = true
    setState({ kind: 'loading' })
    askForDays(days, ask).then(
      (options) => isCurrent && setState({ kind: 'ready', options }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (isCurrent) setState({ kind: 'failed', message: error.message })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [about, days, round])

  return { state, reload: () => setRound((before) => before + 1) }
}

/** As many days as one call answers. */
const daysAtOnce = 63

interface Days {
  /** Today when left out. */
  from?: string
  days: number
}

/** The options of so many days, by as many calls as they take; fewer where the shop takes no orders for later ones. */
export async function askForDays<Options extends Answer>(
  count: number,
  ask: (part: Days) => Promise<Options>,
  from?: string,
): Promise<Options> {
  const days = Math.min(count, daysAtOnce)
  const options = await ask(from === undefined ? { days } : { from, days })
  const last = options.days.at(-1)
  if (!last || days === count || options.days.length < days) return options
  const later = await askForDays(count - days, ask, shiftDay(last.day, 1))
  return { ...options, days: [...options.days, ...later.days] }
}
