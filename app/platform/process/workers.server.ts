import cluster from 'node:cluster'
import { getCompileCacheDir } from 'node:module'
import type { Log } from '../log.server.ts'

export interface Worker {
  pid: number | undefined
  /** True once it serves, false when it ended before. */
  opened: Promise<boolean>
  ended: Promise<{ code: number | null; signal: string | null }>
  /** Asks it to end, because the shop closes or because another worker has replaced it. */
  stop(reason: 'closing' | 'replaced'): void
}

/** A worker that ends sooner than this after it opened has failed, like one that never opened; in ms. */
const failedMs = 2000

/** The pause before a worker is replaced: none at first, then a second, then twice as long after each failure in a row. */
const pauseMs = (failures: number) =>
  failures < 2 ? 0 : Math.min(30_000, 1000 * 2 ** (failures - 2))

interface Place {
  worker: Worker | null
  /** How many workers have failed here in a row. */
  failures: number
}

/** Supervises workers: one that ends by itself is replaced. */
export function superviseWorkers({ start, log }: { start: () => Worker; log: Log }) {
  const places: Place[] = []
  const alive = new Set<Worker>()
  let isStopping = false

  /** Null when it ended instead. */
  async function openOne(): Promise<Worker | null> {
    if (isStopping) return null
    const worker = start()
    alive.add(worker)
    void worker.ended.then(() => alive.delete(worker))
    return (await worker.opened) ? worker : null
  }

  function assign(place: Place, worker: Worker) {
    const openedAt = Date.now()
    place.worker = worker
    void worker.ended.then(async (end) => {
      if (place.worker !== worker || isStopping) return
      log.error({ pid: worker.pid, ...end }, 'a worker ended unexpectedly and is replaced')
      place.worker = null
      place.failures = Date.now() - openedAt < failedMs ? place.failures + 1 : 0
      await fill(place)
    })
  }

  async function fill(place: Place) {
    const isVacant = () => !isStopping && places.includes(place) && place.worker === null
    while (isVacant()) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs(place.failures)))
      const worker = isVacant() ? await openOne() : null
      if (worker && isVacant()) assign(place, worker)
      else if (worker) worker.stop('replaced')
      else place.failures++
    }
  }

  function addPlace(): Place {
    const place = { worker: null, failures: 0 }
    places.push(place)
    return place
  }

  async function replace(place: Place, successor: Worker | null) {
    const old = place.worker
    if (successor) assign(place, successor)
    else place.worker = null
    old?.stop('replaced')
    await old?.ended
  }

  const fillMore = (count: number) =>
    Promise.all(Array.from({ length: count - places.length }, () => fill(addPlace())))

  return {
    /** Starts the first alone, then the others at once. @returns false if the first one does not open */
    async open(count: number): Promise<boolean> {
      const first = await openOne()
      if (!first) return false
      assign(addPlace(), first)
      await fillMore(count)
      return !isStopping
    },

    /**
     * Replaces the workers by `count` new ones, one after the other: each serves before an old one is stopped. If one
     * does not open, the remaining old workers stay.
     *
     * @returns whether all were replaced
     */
    async replaceAll(count: number): Promise<boolean> {
      for (const place of places.slice(0, count)) {
        const successor = await openOne()
        if (!successor) return false
        await replace(place, successor)
      }
      for (const place of places.splice(count)) await replace(place, null)
      await fillMore(count)
      return !isStopping
    },

    async stop() {
      isStopping = true
      for (const worker of alive) worker.stop('closing')
      await Promise.all([...alive].map(({ ended }) => ended))
    },
  }
}

const openMessage = 'open'

/** V8's young generation, in MB. Its default on a large machine doubles the memory of a worker and makes it no faster. */
const youngGenerationMegabytes = 16

/**
 * Lets glibc have few heaps and return freed memory to the system. Otherwise a busy worker holds 100 MB more, mostly from
 * compressing responses.
 */
const mallocSettings = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/**
 * Starts a program as a worker. All workers listen on one port.
 *
 * @param endWithinMs a worker that has not ended by then after a signal is killed
 */
export function forkWorker({ program, endWithinMs }: { program: string; endWithinMs: number }) {
  // Workers accept connections themselves. A connection from the primary would be lost if its worker is killed before it
  // accepts: the client would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({
    exec: program,
    args: [],
    execArgv: [...process.execArgv, `--max-semi-space-size=${youngGenerationMegabytes}`],
  })
  // Workers share the compile cache of this process.
  const compileCache = getCompileCacheDir()
  const forked = cluster.fork({
    ...mallocSettings,
    ...process.env,
    ...(compileCache && { NODE_COMPILE_CACHE: compileCache }),
  })
  const child = forked.process
  const ended = Promise.withResolvers<Awaited<Worker['ended']>>()
  forked.once('exit', (code, signal) => ended.resolve({ code, signal }))
  // Also emitted when a message cannot be sent. Only a process that was never started has no 'exit'.
  forked.on('error', () => child.pid ?? ended.resolve({ code: null, signal: null }))
  const opened = Promise.withResolvers<boolean>()
  forked.on('message', (message) => {
    if (message === openMessage) opened.resolve(true)
  })
  void ended.promise.then(() => opened.resolve(false))
  return {
    pid: child.pid,
    opened: opened.promise,
    ended: ended.promise,
    stop(reason) {
      child.kill(reason === 'closing' ? 'SIGTERM' : replaceSignal)
      const kill = setTimeout(() => child.kill('SIGKILL'), endWithinMs)
      void ended.promise.then(() => clearTimeout(kill))
    },
  } satisfies Worker
}

/** Tells the primary to replace its workers, and a worker that it has been replaced. */
export const replaceSignal = 'SIGUSR2'

/** Tells the primary, if there is one, that this worker serves. */
export function reportOpen() {
  process.send?.(openMessage)
}
