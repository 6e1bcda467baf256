import { useEffect, useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import { type DeliveryLine, linesQuery } from '../delivery-question.ts'
import type {
  DeliveryOptions,
  deliveryOptionsEndpoint,
} from '../options/delivery-options.endpoints.ts'

export type OptionsState =
  | { kind: 'no-pincode' }
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; options: DeliveryOptions }

interface Question {
  /** Where to; null for pickup. */
  pincode: string | null
  lines: readonly DeliveryLine[]
  /** How many, from today on. */
  days: number
}

/** When a cart can be had on the next days, as the server answers it; asked again when one of them changes. */
export function useDeliveryOptions({ pincode, lines, days }: Question): {
  state: OptionsState
  reload: () => void
} {
  const [state, setState] = useState<OptionsState>({
    kind: pincode === null ? 'loading' : 'no-pincode',
  })
  const [round, setRound] = useState(0)
  const cakes = linesQuery(lines)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks the same again
  useEffect(() => {
    if (pincode !== null && !pincodePattern.test(pincode)) return setState({ kind: 'no-pincode' })
    let isCurrent = true
    setState({ kind: 'loading' })
    const where = pincode === null ? { pickup: 'true' as const } : { pincode }
    askForDays(days, (part) =>
      call<typeof deliveryOptionsEndpoint>('GET /delivery/options', {
        query: { ...where, lines: cakes, ...part },
      }),
    ).then(
      (options) => isCurrent && setState({ kind: 'ready', options }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (isCurrent) setState({ kind: 'failed', message: error.message })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [pincode, cakes, days, round])

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
export async function askForDays(
  count: number,
  ask: (part: Days) => Promise<DeliveryOptions>,
  from?: string,
): Promise<DeliveryOptions> {
  const days = Math.min(count, daysAtOnce)
  const options = await ask(from === undefined ? { days } : { from, days })
  const last = options.days.at(-1)
  if (!last || days === count || options.days.length < days) return options
  const later = await askForDays(count - days, ask, shiftDay(last.day, 1))
  return { ...options, days: [...options.days, ...later.days] }
}
