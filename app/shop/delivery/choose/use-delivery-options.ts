import { call } from '#platform/http/api-client.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import { type DeliveryLine, linesQuery } from '../delivery-question.ts'
import type { deliveryOptionsEndpoint } from '../options/delivery-options.endpoints.ts'
import { useAskedDays } from './use-asked-days.ts'

interface Question {
  /** Where to; null for pickup. */
  pincode: string | null
  lines: readonly DeliveryLine[]
  /** How many, from today on. */
  days: number
}

/** When a cart can be had on the next days; not asked before the pincode is whole. */
export function useDeliveryOptions({ pincode, lines, days }: Question) {
  const cakes = linesQuery(lines)
  const where = pincode === null ? { pickup: 'true' as const } : { pincode }
  const isKnown = pincode === null || pincodePattern.test(pincode)
  return useAskedDays({
    about: isKnown ? `${pincode} ${cakes}` : null,
    days,
    ask: (part) =>
      call<typeof deliveryOptionsEndpoint>('GET /delivery/options', {
        query: { ...where, lines: cakes, ...part },
      }),
  })
}
