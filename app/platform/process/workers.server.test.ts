import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLog } from '../log.server.ts'
import { superviseWorkers, type Worker } from './workers.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A worker that opens and ends when the test wants it, and ends when it is stopped. */
class TestWorker implements Worker {
  static started: TestWorker[] = []
  readonly #opened = Promise.withResolvers<boolean>()
  readonly #ended = Promise.withResolvers<{ code: number | null; signal: string | null }>()
  readonly pid = TestWorker.started.push(this)
  readonly opened = this.#opened.promise
  readonly ended = this.#ended.promise
  stopReason: string | null = null

  open = () => this.#opened.resolve(true)
  end(code = 1) {
    this.#opened.resolve(false)
    this.#ended.resolve({ code, signal: null })
  }
  stop(reason: 'closing' | 'replaced') {
    this.stopReason = reason
    this.end(0)
  }
}

const started = (pid: number) => {
  const worker = TestWorker.started[pid - 1]
  if (!worker) throw new Error(`no worker ${pid} was started`)
  return worker
}
const passed = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const stopReasons = () => TestWorker.started.map((worker) => worker.stopReason)

let workers: ReturnType<typeof superviseWorkers>
beforeEach(() => {
  TestWorker.started = []
  workers = superviseWorkers({ start: () => new TestWorker(), log: createLog('silent') })
})

async function openTwo() {
  const opening = workers.open(2)
  started(1).open()
  await passed()
  started(2).open()
  expect(await opening).toBe(true)
  await passed(60_000)
}

describe('at a start', () => {
  it('the others start when the first one serves', async () => {
    const opening = workers.open(3)
    await passed()
    expect(TestWorker.started).toHaveLength(1)
    started(1).open()
    await passed()
    expect(TestWorker.started).toHaveLength(3)
    started(2).open()
    started(3).open()
    expect(await opening).toBe(true)
  })

  it('no others start if the first one does not open', async () => {
    const opening = workers.open(3)
    started(1).end()
    expect(await opening).toBe(false)
    await passed(60_000)
    expect(TestWorker.started).toHaveLength(1)
  })
})

describe('a worker that ends by itself', () => {
  it('is replaced at once, and after growing pauses when it ends again and again', async () => {
    await openTwo()
    started(2).end()
    for (const [count, pauseMs] of [
      0, 0, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
    ].entries()) {
      const pid = 3 + count
      await passed(Math.max(0, pauseMs - 1))
      expect(TestWorker.started).toHaveLength(pauseMs ? pid - 1 : pid)
      await passed(1)
      expect(TestWorker.started).toHaveLength(pid)
      // Some open before they end, some do not.
      if (count % 2) started(pid).open()
      await passed(100)
      started(pid).end()
      await passed()
    }
  })

  it('is replaced at once again after it had served for a while', async () => {
    await openTwo()
    for (let pid = 2; pid < 9; pid++) {
      started(pid).end()
      await passed(1)
      started(pid + 1).open()
      await passed(3000)
    }
  })
})

describe('when all are replaced', () => {
  it('a new one serves before an old one is stopped', async () => {
    await openTwo()
    const replacing = workers.replaceAll(2)
    await passed(5000)
    expect(stopReasons()).toEqual([null, null, null])
    started(3).open()
    await passed()
    expect(stopReasons()).toEqual(['replaced', null, null, null])
    started(4).open()
    expect(await replacing).toBe(true)
    expect(stopReasons()).toEqual(['replaced', 'replaced', null, null])
    await passed(60_000)
    expect(TestWorker.started).toHaveLength(4)
  })

  it('the old ones stay when a new one does not open', async () => {
    await openTwo()
    const replacing = workers.replaceAll(2)
    started(3).end()
    expect(await replacing).toBe(false)
    await passed(60_000)
    expect(stopReasons()).toEqual([null, null, null])
  })

  it('there can be more or fewer of them', async () => {
    await openTwo()
    const more = workers.replaceAll(3)
    for (const pid of [3, 4, 5]) {
      await passed()
      started(pid).open()
    }
    expect(await more).toBe(true)
    const fewer = workers.replaceAll(1)
    started(6).open()
    expect(await fewer).toBe(true)
    await passed(60_000)
    expect(stopReasons().filter((reason) => reason === null)).toHaveLength(1)
    expect(started(6).stopReason).toBeNull()
  })

  it('a worker that has just ended is replaced once', async () => {
    await openTwo()
    started(1).end()
    await passed()
    const replacing = workers.replaceAll(2)
    started(4).open()
    await passed()
    started(5).open()
    expect(await replacing).toBe(true)
    started(3).open()
    await passed(60_000)
    expect(stopReasons()).toEqual([null, 'replaced', 'replaced', null, null])
    expect(TestWorker.started).toHaveLength(5)
  })
})

it('when the shop closes all are stopped, and none is replaced', async () => {
  await openTwo()
  const replacing = workers.replaceAll(2)
  await passed()
  await workers.stop()
  expect(stopReasons()).toEqual(['closing', 'closing', 'closing'])
  expect(await replacing).toBe(false)
  await passed(60_000)
  expect(TestWorker.started).toHaveLength(3)
})
