import { expect, test } from 'vitest'
import { spareTime } from './spare-time.server.ts'

/** A process that is so busy each time it is looked at; how often it was is counted. */
function processAt(...busy: number[]) {
  const seen = { looks: 0 }
  const utilization = (before?: object) => {
    if (before) seen.looks += 1
    return { idle: 0, active: 0, utilization: busy[seen.looks - 1] ?? busy.at(-1) ?? 0 }
  }
  return { seen, utilization }
}

test.each([
  ['at once where the process has time', [0.1], 1],
  ['as soon as it has', [1, 0.95, 0.9, 0.5], 4],
  ['after a while where it never has', [1], 20],
])('what nobody waits for is begun %s', async (_, busy, looks) => {
  const { seen, utilization } = processAt(...busy)
  await spareTime(utilization as Parameters<typeof spareTime>[0])
  expect(seen.looks).toBe(looks)
})
