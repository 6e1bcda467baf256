import { useEffect, useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { linesQuery } from '#shop/delivery/delivery-question.ts'
import type {
  DeliveryOptions,
  deliveryOptionsEndpoint,
} from '#shop/delivery/options/delivery-options.endpoints.ts'
import { pincodePattern } from '#shop/values/india-address.ts'

export type OptionsState =
  | { kind: 'no-pincode' }
  | { kind: 'loading' }
  | { kind: 'failed'; message: string }
  | { kind: 'ready'; options: DeliveryOptions }

interface Question {
  /** Where to; null for pickup. */
  pincode: string | null
  lines: readonly CartLine[]
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
    call<typeof deliveryOptionsEndpoint>('GET /delivery/options', {
      query: { ...(pincode === null ? { pickup: 'true' } : { pincode }), lines: cakes, days },
    }).then(
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
