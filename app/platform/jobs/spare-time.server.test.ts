import { expect, test } from 'vitest'
import { waitUntilIdle } from './spare-time.server.ts'

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
  ['after one look where the process has time', [0.1], Infinity, 1],
  ['as soon as it has', [1, 0.95, 0.6, 0.3], Infinity, 4],
  ['after a while where it never has', [1], 6, 6],
  ['without a look where it has waited long enough', [1], 0, 0],
])('what nobody waits for is begun %s', async (_, busy, atMost, looks) => {
  const { seen, utilization } = processAt(...busy)
  const isOver = () => seen.looks >= atMost
  await waitUntilIdle(isOver, utilization as Parameters<typeof waitUntilIdle>[1])
  expect(seen.looks).toBe(looks)
})
