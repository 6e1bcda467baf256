import type { Log } from '../log.server.ts'

/** A process that serves. */
export interface Worker {
  pid: number | undefined
  /** True once it serves, false when it ended before. */
  opened: Promise<boolean>
  ended: Promise<{ code: number | null; signal: string | null }>
  /** Asks it to end in order: because the whole shop does, or because another has taken its place. */
  stop(reason: 'closing' | 'replaced'): void
}

/** A worker that ended sooner than this after it opened ended hastily, as one does that never opened; in ms. */
const hastyMs = 2000

/** The pause before a worker is replaced: none at first, then a second, and twice as long after each hasty end in a row. */
const pauseMs = (hastyEnds: number) =>
  hastyEnds < 2 ? 0 : Math.min(30_000, 1000 * 2 ** (hastyEnds - 2))

/** A place for one worker at a time. */
interface Place {
  worker: Worker | null
  /** How often in a row the worker here ended hastily. */
  hastyEnds: number
}

/** Keeps workers running: one that ends by itself is replaced. */
export function keepWorkers({ start, log }: { start: () => Worker; log: Log }) {
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
      log.error({ pid: worker.pid, ...end }, 'a worker ended unasked; another takes its place')
      place.worker = null
      place.hastyEnds = Date.now() - openedAt < hastyMs ? place.hastyEnds + 1 : 0
      await fill(place)
    })
  }

  /** Tries until a worker serves there. */
  async function fill(place: Place) {
    const isVacant = () => !isStopping && places.includes(place) && place.worker === null
    while (isVacant()) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs(place.hastyEnds)))
      const worker = isVacant() ? await openOne() : null
      if (worker && isVacant()) assign(place, worker)
      else if (worker) worker.stop('replaced')
      else place.hastyEnds++
    }
  }

  function addPlace(): Place {
    const place = { worker: null, hastyEnds: 0 }
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
    /** Starts the first alone, then the others at once. @returns false when not even the first one opened */
    async open(count: number): Promise<boolean> {
      const first = await openOne()
      if (!first) return false
      assign(addPlace(), first)
      await fillMore(count)
      return !isStopping
    },

    /**
     * Replaces the workers by new ones, `count` of them, one after the other: each serves before an old one is asked to
     * end. When one does not open, those that are there stay.
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
