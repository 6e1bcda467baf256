import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** How much of its time the process may be at work, of 1, and still have some to spare. */
const spareBelow = 0.8

/** How long it is looked at, in ms. */
const lookMs = 50

/** How often it is looked before what waits has waited long enough. */
const mostLooks = 20

/**
 * Waits until the process has time to spare, a second at the most: what nobody waits for, such as a mail, lets requests go
 * first. However busy the shop is, each queue's next jobs are begun about every second.
 */
export async function spareTime(utilization = performance.eventLoopUtilization) {
  for (let looks = 0; looks < mostLooks; looks += 1) {
    const before = utilization()
    await pause(lookMs)
    if (utilization(before).utilization < spareBelow) return
  }
}
