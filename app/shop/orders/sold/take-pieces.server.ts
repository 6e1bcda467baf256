import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import { hasDays, noneTaken, piecesByCake, whyNotOn } from '#shop/cakes/cake-days.ts'
import { cakeChanged, soldChanged } from '#shop/cakes/published-cakes.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { statusesToMake } from '../item-status.ts'
import type { Order } from '../order.ts'
import { lockCakes, readTaken } from './sold-cakes.store.server.ts'

/** The items that are made, as lines of a cart. */
export const madeLines = ({ items }: Pick<Order, 'items'>) =>
  items
    .filter(({ status }) => statusesToMake.includes(status))
    .map((item) => ({ ...item, cakeid: item.cakeId }))

export const dayOfOrder = ({ slotStartsAt, deliveryAt }: Order) =>
  kolkataDay(slotStartsAt ?? deliveryAt)

interface Pieces {
  lines: Parameters<typeof piecesByCake>[0]
  /** Of the delivery, 'YYYY-MM-DD'. */
  day: string
  /** As it is before a change: it has its pieces already. */
  own?: Order
}

/**
 * Takes pieces of the cakes that have days: the lines of the order, which this transaction stores, are what is taken.
 *
 * @throws AppError conflict if one cannot be had on that day
 */
export async function takePieces(
  { publishedCakes, clock }: AppContext,
  tx: Database,
  { lines, day, own }: Pieces,
) {
  const { byId } = publishedCakes.current()
  const isSameDay = own !== undefined && day === dayOfOrder(own)
  const had = piecesByCake(isSameDay ? madeLines(own) : [])
  const limited = [...piecesByCake(lines)].filter(([id, pieces]) => {
    const cake = byId.get(id)
    return cake && hasDays(cake) && pieces > (had.get(id) ?? 0)
  })
  if (limited.length === 0) return
  const wanted = new Map(limited)
  const cakes = await lockCakes(tx, [...wanted.keys()])
  const taken = await readTaken(tx, cakes, { now: clock.now(), but: own?.id })
  for (const cake of cakes) {
    const pieces = wanted.get(cake.id) ?? 0
    const why = whyNotOn(cake, taken.get(cake.id) ?? noneTaken, { day, pieces })
    const field = isSameDay ? 'items' : 'time'
    if (why) throw fieldError('conflict', field, `${why} Please choose another day or cake.`)
  }
}

/** Has all pages say which cakes are sold out by now, or can be had again. Reads nothing where no cake has days. */
export async function tellSoldOut({ db, cacheInvalidation, publishedCakes }: AppContext) {
  const changed = await publishedCakes.findChanged()
  if (changed.length === 0) return
  await cacheInvalidation.transaction(db, async (_tx, invalidate) =>
    invalidate(changed.map((id) => cakeChanged({ id }))),
  )
}

/** Every process counts again what is sold, once a night: customers sort by it. */
const countSoldJob = scheduledJob('count-sold', '35 3 * * *', { retryLimit: 3 })

export function countSoldHandler({ db, cacheInvalidation }: AppContext): JobHandler {
  return handles(countSoldJob, () =>
    cacheInvalidation.transaction(db, async (_tx, invalidate) => invalidate([soldChanged])),
  )
}
