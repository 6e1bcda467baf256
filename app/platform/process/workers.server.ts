import type { Log } from '../log.server.ts'

/** A process that serves. */
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

/** A place for one worker at a time. */
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

  /** Starts workers until one serves in this place. */
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
     * Replaces the workers by `count` new ones, one after the other: each serves before an old one is asked to end. If one
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

    /** Asks all to end and waits until they have. */
    async stop() {
      isStopping = true
      for (const worker of alive) worker.stop('closing')
      await Promise.all([...alive].map(({ ended }) => ended))
    },
  }
}
