import { minuteMs } from '#platform/durations.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'

/** How long after its photo the sender may keep an order from leaving, ms. */
const reportWithinMs = 15 * minuteMs

/** Whether the sender may say that something is wrong: soon after the photo, and before the order has left. */
export function mayReportPhoto(
  order: { fulfilment: FulfilmentStatus; dispatchHeldAt: Date | null },
  photo: { takenAt: Date },
  now: Date,
): boolean {
  const isHere = ['placed', 'baking', 'ready'].includes(order.fulfilment)
  return (
    isHere && !order.dispatchHeldAt && now.getTime() <= photo.takenAt.getTime() + reportWithinMs
  )
}
