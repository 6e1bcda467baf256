import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import { writeJournal } from '#shop/audit-log/journal.store.server.ts'
import type { JournalAction } from '#shop/audit-log/journal-action.ts'
import type { CatalogueDeps } from './add-cake.server.ts'
import { findOnShelf, lockOnShelf, updateCake } from './catalogue.store.server.ts'
import { holdCakePictures } from './hold-cake-pictures.server.ts'
import { journalChange } from './journal-facts.ts'
import { type CakeChanges, earlierPriceFault } from './new-cake.schema.ts'
import { noSuchCake } from './no-such-cake.ts'
import type { ShelfCake } from './shelf-cake.ts'
import { tagsOfShelfChange } from './tags-of-shelf-change.ts'
import { withChanges } from './with-changes.ts'

export interface CakeChange {
  by: Caller
  id: string
  /** Fields left out stay as they are. */
  changes: CakeChanges
  /** The state the change was made on, as the `updatedAt` that was read; left out, any state will do. */
  updatedAt?: string
  action?: JournalAction
}

/**
 * Changes a cake. What changes nothing leaves no trace.
 *
 * @throws AppError not_found, conflict (changed by another meanwhile), invalid (prices, a picture that is not there)
 */
export async function changeCake(deps: CatalogueDeps, change: CakeChange): Promise<ShelfCake> {
  return deps.cacheInvalidation.transaction(deps.db, async (tx, changed) => {
    const before = await lockOnShelf(tx, change.id)
    if (!before) throw noSuchCake()
    const wanted = withChanges(before, change.changes)
    if (!journalChange(before, wanted)) return before
    refuseConflict(before, change.updatedAt)
    const after = await write(tx, { before, wanted, change, now: deps.clock.now() })
    changed(tagsOfShelfChange(before, after))
    return after
  })
}

interface Writing {
  before: ShelfCake
  wanted: ShelfCake
  change: CakeChange
  now: Date
}

async function write(tx: Database, { before, wanted, change, now }: Writing): Promise<ShelfCake> {
  refusePrices(wanted)
  const letGo = before.pictures.map(({ id }) => id)
  const pictures = await holdCakePictures(tx, { ...wanted, letGo }, now)
  await updateCake(tx, { ...wanted, pictures }, laterThan(before.updatedAt, now))
  const after = (await findOnShelf(tx, before.id)) ?? before
  await writeJournal(tx, {
    at: now,
    by: change.by,
    action: change.action ?? 'edit-cake',
    subject: 'cake',
    subjectId: before.id,
    ...journalChange(before, after),
  })
  return after
}

function refuseConflict(before: ShelfCake, updatedAt: string | undefined) {
  if (updatedAt === undefined || Date.parse(updatedAt) === Date.parse(before.updatedAt)) return
  throw new AppError(
    'conflict',
    `${before.name} was changed meanwhile, in another window or by somebody else. Load the page again and make your change on what is there now.`,
  )
}

function refusePrices(wanted: ShelfCake) {
  const fault = earlierPriceFault(wanted)
  if (fault) throw new AppError('invalid', fault, { errors: { earlierPrice: fault } })
}

/** No two states of a cake have the same moment, however fast they follow. */
function laterThan(moment: string, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(moment) + 1))
}
