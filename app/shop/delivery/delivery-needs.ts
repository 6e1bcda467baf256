import { leadHoursOf } from '#shop/values/delivery-slot.ts'
import type { DeliveryNeeds } from './slot-options.ts'

/** What of a line decides when it can be ready. */
export interface NeedyLine {
  customize: boolean
}

/** What a cart asks of the kitchen: the longest lead of its lines, and the work of all of them. */
export function deliveryNeeds(
  lines: readonly NeedyLine[],
  shop: { customLeadHours: number },
): DeliveryNeeds {
  return { leadMinutes: leadHoursOf(lines, shop) * 60, kitchenMinutes: 0 }
}
