import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { AuditAction } from '#shop/audit-log/audit-actions.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { CatalogueDeps } from './add-cake.server.ts'
import type { AdminCake } from './admin-cake.ts'
import { findAdminCake, lockCake, updateCake } from './admin-cakes.store.server.ts'
import { changedFieldsOfCake } from './audited-cake.ts'
import { type CakeChanges, earlierPriceError } from './cake-input.schema.ts'
import { lockCakePictures } from './lock-cake-pictures.server.ts'
import { noSuchCake } from './no-such-cake.ts'
import { tagsOfCakeChange } from './tags-of-shelf-change.ts'
import { applyChanges } from './with-changes.ts'

export interface CakeChange {
  by: Caller
  id: string
  /** Fields left out stay as they are. */
  changes: CakeChanges
  /** The state the change was made on, as the `updatedAt` that was read; left out, any state will do. */
  updatedAt?: string
  action?: AuditAction
}

/**
 * Changes a cake. What changes nothing leaves no trace.
 *
 * @throws AppError not_found, conflict (changed by another meanwhile), invalid (prices, a picture that is not there)
 */
export async function changeCake(deps: CatalogueDeps, change: CakeChange): Promise<AdminCake> {
  return deps.cacheInvalidation.transaction(deps.db, async (tx, changed) => {
    const before = await lockCake(tx, change.id)
    if (!before) throw noSuchCake()
    const wanted = applyChanges(before, change.changes)
    if (!changedFieldsOfCake(before, wanted)) return before
    refuseConflict(before, change.updatedAt)
    const after = await write(tx, { before, wanted, change, now: deps.clock.now() })
    changed(tagsOfCakeChange(before, after))
    return after
  })
}

interface Writing {
  before: AdminCake
  wanted: AdminCake
  change: CakeChange
  now: Date
}

async function write(tx: Database, { before, wanted, change, now }: Writing): Promise<AdminCake> {
  refusePrices(wanted)
  const letGo = before.pictures.map(({ id }) => id)
  const pictures = await lockCakePictures(tx, { ...wanted, letGo }, now)
  await updateCake(tx, { ...wanted, pictures }, laterThan(before.updatedAt, now))
  const after = (await findAdminCake(tx, before.id)) ?? before
  await recordAudit(tx, {
    at: now,
    by: change.by,
    action: change.action ?? 'edit-cake',
    subject: 'cake',
    subjectId: before.id,
    ...changedFieldsOfCake(before, after),
  })
  return after
}

function refuseConflict(before: AdminCake, updatedAt: string | undefined) {
  if (updatedAt === undefined || Date.parse(updatedAt) === Date.parse(before.updatedAt)) return
  throw new AppError(
    'conflict',
    `${before.name} was changed meanwhile, in another window or by somebody else. Load the page again and make your change on what is there now.`,
  )
}

function refusePrices(wanted: AdminCake) {
  const fault = earlierPriceError(wanted)
  if (fault) throw new AppError('invalid', fault, { errors: { earlierPrice: fault } })
}

/** No two states of a cake have the same moment, however fast they follow. */
function laterThan(moment: string, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(moment) + 1))
}
