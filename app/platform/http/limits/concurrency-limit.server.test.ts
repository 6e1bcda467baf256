import { expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit.server.ts'

it('what else arrives has its turn between two tasks', async () => {
  const limit = createConcurrencyLimit({ running: 1, waiting: 10 })
  const order: string[] = []
  const tasks = Array.from({ length: 5 }, () => limit(async () => order.push('task')))
  setImmediate(() => setImmediate(() => order.push('request')))
  await Promise.all(tasks)
  expect(order.indexOf('request')).toBeGreaterThan(-1)
  expect(order.indexOf('request')).toBeLessThan(3)
})

it.each([1, 2])('and between those that may run at once, by %i limits', async (count) => {
  const limits = Array.from({ length: count }, () =>
    createConcurrencyLimit({ running: 8, waiting: 10 }),
  )
  const order: string[] = []
  const tasks = limits.flatMap((limit) =>
    Array.from({ length: 8 / count }, () => limit(async () => order.push('task'))),
  )
  setImmediate(() => setImmediate(() => order.push('request')))
  await Promise.all(tasks)
  expect(order.indexOf('request')).toBeGreaterThan(-1)
  expect(order.indexOf('request')).toBeLessThan(3)
})

it('more than may wait is turned away', async () => {
  const limit = createConcurrencyLimit({ running: 1, waiting: 1 })
  const tasks = [limit(async () => 1), limit(async () => 2)]
  await expect(limit(async () => 3)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await Promise.all(tasks)).toEqual([1, 2])
})
