import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { AuditAction } from '#shop/audit-log/audit-actions.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { tagsOfCakeChange } from '#shop/cakes/cake-tags.ts'
import type { CatalogueDeps } from './add-cake.server.ts'
import { type AdminCake, applyChanges, changedFieldsOfCake } from './admin-cake.ts'
import { findAdminCake, lockCake, updateCake } from './admin-cakes.store.server.ts'
import { type CakeChanges, earlierPriceError } from './cake-input.schema.ts'
import { lockCakePictures } from './lock-cake-pictures.server.ts'

export interface CakeChange {
  by: Caller
  id: string
  /** Fields left out stay as they are. */
  changes: CakeChanges
  /** The `updatedAt` that the baker read; if left out, the change is made on any state. */
  updatedAt?: string
  action?: AuditAction
}

/**
 * Changes a cake. A change that changes nothing is not recorded.
 *
 * @throws AppError not_found, conflict (changed by another meanwhile), invalid (prices, a picture that is not there)
 */
export async function changeCake(deps: CatalogueDeps, change: CakeChange): Promise<AdminCake> {
  return deps.cacheInvalidation.transaction(deps.db, async (tx, invalidate) => {
    const before = await lockCake(tx, change.id)
    const next = applyChanges(before, change.changes)
    if (!changedFieldsOfCake(before, next)) return before
    checkVersion(before, change.updatedAt)
    const after = await saveCake(tx, { before, next, change, now: deps.clock.now() })
    invalidate(tagsOfCakeChange(before, after))
    return after
  })
}

interface CakeUpdate {
  before: AdminCake
  next: AdminCake
  change: CakeChange
  now: Date
}

async function saveCake(
  tx: Database,
  { before, next, change, now }: CakeUpdate,
): Promise<AdminCake> {
  checkPrices(next)
  const removed = before.pictures.map(({ id }) => id)
  const pictures = await lockCakePictures(tx, { ...next, removed }, now)
  await updateCake(tx, { ...next, pictures }, updateTime(before.updatedAt, now))
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

function checkVersion(before: AdminCake, updatedAt: string | undefined) {
  if (updatedAt === undefined || Date.parse(updatedAt) === Date.parse(before.updatedAt)) return
  throw new AppError(
    'conflict',
    `${before.name} was changed in another window or by someone else. Load the latest version and make your changes again.`,
  )
}

function checkPrices(next: AdminCake) {
  const message = earlierPriceError(next)
  if (message) throw fieldError('invalid', 'earlierPrice', message)
}

/** Each state of a cake has its own `updatedAt`, even if two changes come in the same millisecond. */
function updateTime(moment: string, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(moment) + 1))
}
