import { describe } from 'vitest'
import { livesByChance, ownWorld } from './live.ts'

/** A file of its own, beside the other on the second processor. */
describe.skipIf(!process.env.TEST_DATABASE_URL)('what people are told is what the rows say', () => {
  livesByChance(ownWorld(), [15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
})
