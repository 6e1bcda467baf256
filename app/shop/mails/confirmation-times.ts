import { dayMs } from '#platform/durations.ts'

/** How long a mailed link works by which somebody confirms what was requested for their address, in ms. */
export const confirmationLinkMs = 7 * dayMs

/** An address gets at most one mail that asks for a confirmation in this time, in ms. */
export const confirmationPauseMs = dayMs
