/** The time, as an argument: rules and use cases never ask the machine themselves. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
