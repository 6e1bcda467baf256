import { isDeepStrictEqual } from 'node:util'
import { type Clock, hourMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { createReader } from '#platform/http/cache-invalidation.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Cake } from './cake.schema.ts'
import { availabilityOf, hasDays, noneTaken, type TakenPieces } from './cake-days.ts'
import { type CakeIndex, indexCakes, replaceInIndex, type SoldCake } from './cake-index.server.ts'
import { type PublishedCake, readAllPublished, readPublished } from './cakes.store.server.ts'

/** The cakes that visitors can buy, in the memory of this process. */
export interface PublishedCakes {
  /** As they were last read; empty before the first `reload`. */
  current(): CakeIndex
  /**
   * Reads from the database the cakes that have changed, by {@link cakeChanged}, those that have days when open days
   * have changed, or everything. Tries again until it succeeds, because the change has happened already. Resolves
   * when `current` has the change.
   */
  reload(changed: Iterable<string> | 'everything'): Promise<void>
  /** The ids of those that can be had on other days than `current` says: others took pieces, or a day has begun. */
  findChanged(): Promise<string[]>
  /** Stops the retries. */
  close(): void
}

const prefix = 'cake:'

/** How many pieces of each cake were sold lately, by its id; a cake of which none was is left out. */
type SoldCakes = ReadonlyMap<string, number>

/** What orders take of some cakes, by their ids. */
type ReadTaken = (cakes: readonly Cake[]) => Promise<ReadonlyMap<string, TakenPieces>>

/** The name of their change, for `cacheInvalidation`. */
export const soldChanged = 'sold-cakes'

/** The name of a cake's change, for `cacheInvalidation`. */
export const cakeChanged = ({ id }: Pick<Cake, 'id'>) => `${prefix}${id}`

/** More cakes than this are read faster all at once. */
const maxReadById = 200

/** Where no notifications arrive, everything is read again every few seconds: what was sold counts for an hour there. */
const countedForMs = hourMs

interface PublishedFrom {
  db: Database
  log: Log
  clock: Clock
  readSold: () => Promise<SoldCakes>
  readTaken: ReadTaken
  /** Whether the shop delivers on a day, 'YYYY-MM-DD'. */
  isOpen: (day: string) => boolean
  /** The name of the change after which it may be open on other days. */
  openDaysChanged: string
  /** A shop to try: then stars and reviews are shown as its owner has typed them. */
  isSample: boolean
}

/** @param retryMs how long to wait before another try */
export function createPublishedCakes(
  { db, log, clock, readSold, readTaken, isOpen, openDaysChanged, isSample }: PublishedFrom,
  retryMs?: number,
): PublishedCakes {
  const reader = createReader({ log, what: 'changed cakes', retryMs })
  let index = indexCakes([])
  let sold: SoldCakes = new Map()
  let soldAt = -countedForMs

  /** What is taken is read only of cakes that have days. */
  async function withSold(cakes: readonly PublishedCake[]): Promise<SoldCake[]> {
    const limited = cakes.map(({ cake }) => cake).filter(hasDays)
    const takenOf = limited.length > 0 ? await readTaken(limited) : new Map()
    return cakes.map(({ cake, ...at }) => {
      const shown = isSample ? cake : withoutTyped(cake)
      const one = { ...at, cake: shown, sold: sold.get(cake.id) ?? 0 }
      if (!hasDays(cake)) return one
      const taken: TakenPieces = takenOf.get(cake.id) ?? noneTaken
      const availability = availabilityOf(cake, taken, { now: clock.now(), isOpen })
      return { ...one, cake: { ...shown, availability }, taken }
    })
  }

  async function read(changed: ReadonlySet<string> | 'everything', isSoldChanged: boolean) {
    const isAll = changed === 'everything' || changed.size > maxReadById
    if (changed === 'everything' && (isSoldChanged || performance.now() - soldAt >= countedForMs)) {
      sold = await readSold()
      soldAt = performance.now()
    }
    index = isAll
      ? indexCakes(await withSold(await readAllPublished(db)))
      : replaceInIndex(index, changed, await withSold(await readPublished(db, [...changed])))
  }

  const withDays = () => index.ordered['a-z'].filter(({ cake }) => hasDays(cake))

  return {
    current: () => index,
    reload(changed) {
      const names = new Set(changed === 'everything' ? [] : changed)
      const isSoldChanged = names.has(soldChanged)
      const isAll = changed === 'everything' || isSoldChanged
      return reader.read(() => {
        const dated = names.has(openDaysChanged) ? withDays().map(({ cake }) => cake.id) : []
        return read(isAll ? 'everything' : new Set([...cakeIdsIn(names), ...dated]), isSoldChanged)
      })
    },
    async findChanged() {
      const limited = withDays()
      if (limited.length === 0) return []
      const now = new Map((await withSold(limited)).map((one) => [one.cake.id, one]))
      const saidOf = (one?: SoldCake) => [one?.taken, one?.cake.availability]
      return limited
        .filter((one) => !isDeepStrictEqual(saidOf(one), saidOf(now.get(one.cake.id))))
        .map(({ cake }) => cake.id)
    },
    close: reader.close,
  }
}

/** Nobody who got the cake has said what its owner types. */
function withoutTyped(cake: Cake): Cake {
  return { ...cake, stars: Math.round((cake.rating?.average ?? 0) * 2) / 2, reviews: [] }
}

function cakeIdsIn(changed: Iterable<string>): Set<string> {
  const own = [...changed].filter((name) => name.startsWith(prefix))
  return new Set(own.map((name) => name.slice(prefix.length)))
}
