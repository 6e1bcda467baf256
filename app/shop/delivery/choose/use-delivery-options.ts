import { call } from '#platform/http/api-client.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import { type DeliveryLine, linesQuery } from '../delivery-lines.ts'
import type { deliveryOptionsEndpoint } from '../options/delivery-options.endpoints.ts'
import { useRequestedDays } from './use-requested-days.ts'

interface CartDelivery {
  /** Where to; null for pickup. */
  pincode: string | null
  lines: readonly DeliveryLine[]
  /** How many, from today on. */
  days: number
}

/** When a cart can be had on the next days; not requested before the pincode is whole. */
export function useDeliveryOptions({ pincode, lines, days }: CartDelivery) {
  const cakes = linesQuery(lines)
  const where = pincode === null ? { pickup: 'true' as const } : { pincode }
  const isKnown = pincode === null || pincodePattern.test(pincode)
  return useRequestedDays({
    requestKey: isKnown ? `${pincode} ${cakes}` : null,
    days,
    send: (part) =>
      call<typeof deliveryOptionsEndpoint>('GET /delivery/options', {
        query: { ...where, lines: cakes, ...part },
      }),
  })
}
