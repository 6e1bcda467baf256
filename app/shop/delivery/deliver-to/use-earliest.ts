import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { systemClock } from '#platform/clock.ts'
import { ApiError, call } from '#platform/http/api-client.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import { browserStorage } from '#ui/browser-storage.ts'
import { type DeliveryLine, linesQuery } from '../delivery-question.ts'
import { useDeliveryAddress } from './delivery-address.ts'
import type { EarliestAnswer, earliestEndpoint } from './earliest.endpoints.ts'
import { createEarliestMemory, type EarliestAsked } from './earliest-memory.ts'

let memory: ReturnType<typeof createEarliestMemory> | null = null

/** Only in the browser: on the server nobody has a pincode. */
export function earliestMemory() {
  memory ??= createEarliestMemory({
    clock: systemClock,
    storage: browserStorage('sessionStorage'),
    ask: askShop,
  })
  return memory
}

async function askShop(query: EarliestAsked): Promise<EarliestAnswer | null> {
  try {
    return await call<typeof earliestEndpoint>('GET /delivery/earliest', { query })
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/**
 * The customer's pincode, '' as long as it is not known, and what the shop last answered for it and these lines.
 * Nothing is asked without a pincode; on a later page again if the answer is old.
 */
export function useEarliest(lines: readonly DeliveryLine[]): {
  pincode: string
  answer: EarliestAnswer | null
} {
  const stored = useDeliveryAddress().pincode
  const pincode = pincodePattern.test(stored) ? stored : ''
  const query = linesQuery(lines)
  const answer = useSyncExternalStore(
    (listener) => earliestMemory().subscribe(listener),
    () => (pincode ? earliestMemory().answerTo({ pincode, lines: query }) : null),
    () => null,
  )
  const page = useLocation().key
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page may ask again
  useEffect(() => {
    if (pincode) void earliestMemory().refresh({ pincode, lines: query })
  }, [pincode, query, page])
  return { pincode, answer }
}
