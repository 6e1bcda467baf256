import { kolkataDay, kolkataToInstant } from '#shop/values/kolkata-time.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Until when the price of a cake may be answered: eight in the evening before its delivery, in Kolkata. When that
 * leaves less than an hour it is an hour before the delivery; null when that is over too.
 */
export function answerBy(deliveryAt: Date, now: Date): Date | null {
  // Kolkata never changes its clocks, so a day earlier is the day before.
  const dayBefore = kolkataDay(new Date(deliveryAt.getTime() - dayMs))
  const evening = kolkataToInstant(`${dayBefore}T20:00`)
  if (evening.getTime() - now.getTime() >= hourMs) return evening
  const hourBefore = new Date(deliveryAt.getTime() - hourMs)
  return hourBefore > now ? hourBefore : null
}
