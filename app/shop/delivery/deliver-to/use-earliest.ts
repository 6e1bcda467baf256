import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { type Clock, minuteMs, systemClock } from '#platform/clock.ts'
import { ApiError, call } from '#platform/http/api-client.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import { createStored, fieldsOf } from '#ui/browser-storage.ts'
import type { EarliestResponse } from '../delivery.schema.ts'
import type { FindEarliest } from '../options/delivery-options.server.ts'
import { type DeliveryLine, linesQuery } from '../slot-options.ts'
import { useDeliveryAddress } from './delivery-address.ts'

/** A response is fresh for this time, in ms. */
export const rememberedMs = 5 * minuteMs
/** Enough for the header, the cart and the last cakes. */
const maxRemembered = 10

interface EarliestRequest {
  pincode: string
  lines: string
}

interface Remembered {
  at: number
  response: EarliestResponse
}

/** Null if the shop does not respond. */
type SendRequest = (request: EarliestRequest) => Promise<EarliestResponse | null>

/** Responses are reused for five minutes. */
export function createEarliestMemory(clock: Clock, send: SendRequest) {
  const stored = createStored('cakewala:earliest', parseResponses, { visit: true })
  const isFresh = ({ at }: Remembered) => {
    const age = clock.now().getTime() - at
    return age >= 0 && age < rememberedMs
  }
  const responses = new Map(stored.current().filter(([, remembered]) => isFresh(remembered)))
  const pending = new Map<string, Promise<EarliestResponse | null>>()

  function remember(key: string, response: EarliestResponse) {
    responses.delete(key)
    responses.set(key, { at: clock.now().getTime(), response })
    for (const oldest of [...responses.keys()].slice(0, -maxRemembered)) responses.delete(oldest)
    stored.save([...responses])
  }

  async function sendOnce(key: string, request: EarliestRequest) {
    const response = await send(request)
    pending.delete(key)
    if (response) remember(key, response)
    return response
  }

  return {
    subscribe: stored.subscribe,
    lastResponse: (request: EarliestRequest) => responses.get(keyOf(request))?.response ?? null,
    /** Requests the response unless it is fresh; null if the shop does not respond. */
    refresh(request: EarliestRequest): Promise<EarliestResponse | null> {
      const key = keyOf(request)
      const remembered = responses.get(key)
      if (remembered && isFresh(remembered)) return Promise.resolve(remembered.response)
      const response = pending.get(key) ?? sendOnce(key, request)
      pending.set(key, response)
      return response
    },
  }
}

function keyOf({ pincode, lines }: EarliestRequest): string {
  return `${pincode} ${lines}`
}

function parseResponses(stored: unknown): [string, Remembered][] {
  return Array.isArray(stored) ? stored.filter(isRemembered) : []
}

function isRemembered(stored: unknown): stored is [string, Remembered] {
  if (!Array.isArray(stored) || typeof stored[0] !== 'string') return false
  const { at, response } = fieldsOf(stored[1])
  return typeof at === 'number' && typeof fieldsOf(response).hasZones === 'boolean'
}

let memory: ReturnType<typeof createEarliestMemory> | null = null

/** Only in the browser: the server knows no pincode. */
export function earliestMemory() {
  memory ??= createEarliestMemory(systemClock, requestEarliest)
  return memory
}

async function requestEarliest(query: EarliestRequest): Promise<EarliestResponse | null> {
  try {
    return await call<FindEarliest>('GET /delivery/earliest', { query })
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/**
 * The customer's pincode, or '' if unknown, and the last response for it and these lines. Nothing is requested without
 * a pincode; a later page requests again if the response is stale.
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
