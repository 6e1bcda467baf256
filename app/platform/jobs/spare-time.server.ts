import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

/** How much of its time the process may be at work, of 1, and still have some to spare: its database may be beside it. */
const spareBelow = 0.5

/** How long it is looked at, in ms. */
const lookMs = 50

/**
 * Waits until the process has time to spare, or the wait is over: what nobody waits for, such as a mail, lets requests go
 * first.
 */
export async function waitUntilIdle(
  isOver: () => boolean,
  utilization = performance.eventLoopUtilization,
) {
  while (!isOver()) {
    const before = utilization()
    await pause(lookMs)
    if (utilization(before).utilization < spareBelow) return
  }
}
