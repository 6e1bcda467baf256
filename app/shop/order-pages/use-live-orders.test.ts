import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { coalesceCalls } from './use-live-orders.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends when it is told to. */
function work() {
  const runs: (() => void)[] = []
  return { runs, run: () => new Promise<void>((resolve) => void runs.push(resolve)) }
}

it('runs once for a burst, and not before its time', async () => {
  const { runs, run } = work()
  const { call } = coalesceCalls(run, 200)
  for (let n = 0; n < 10; n++) call()
  await vi.advanceTimersByTimeAsync(199)
  expect(runs).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(1)
})

it('runs once more for what came while it ran, never twice at once', async () => {
  const { runs, run } = work()
  const { call } = coalesceCalls(run, 200)
  call()
  await vi.advanceTimersByTimeAsync(200)
  call()
  call()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(1)
  runs[0]?.()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(2)
  runs[1]?.()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(2)
  call()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(3)
})

it('does not run what was stopped', async () => {
  const { runs, run } = work()
  const { call, stop } = coalesceCalls(run, 200)
  call()
  stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs).toHaveLength(0)
})
