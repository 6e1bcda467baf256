import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { systemClock } from '#platform/clock.ts'
import { ApiError, call } from '#platform/http/api-client.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import type { EarliestResponse, earliestEndpoint } from '../delivery.endpoints.ts'
import { type DeliveryLine, linesQuery } from '../delivery-lines.ts'
import { useDeliveryAddress } from './delivery-address.ts'
import { createEarliestMemory, type EarliestRequest } from './earliest-memory.ts'

let memory: ReturnType<typeof createEarliestMemory> | null = null

/** Only in the browser: on the server nobody has a pincode. */
export function earliestMemory() {
  memory ??= createEarliestMemory(systemClock, requestEarliest)
  return memory
}

async function requestEarliest(query: EarliestRequest): Promise<EarliestResponse | null> {
  try {
    return await call<typeof earliestEndpoint>('GET /delivery/earliest', { query })
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/**
 * The customer's pincode, '' as long as it is not known, and the shop's last response for it and these lines.
 * Nothing is requested without a pincode; on a later page again if the response is old.
 */
export function useEarliest(lines: readonly DeliveryLine[]): {
  pincode: string
  response: EarliestResponse | null
} {
  const stored = useDeliveryAddress().pincode
  const pincode = pincodePattern.test(stored) ? stored : ''
  const query = linesQuery(lines)
  const response = useSyncExternalStore(
    (listener) => earliestMemory().subscribe(listener),
    () => (pincode ? earliestMemory().lastResponse({ pincode, lines: query }) : null),
    () => null,
  )
  const page = useLocation().key
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page may request it again
  useEffect(() => {
    if (pincode) void earliestMemory().refresh({ pincode, lines: query })
  }, [pincode, query, page])
  return { pincode, response }
}
