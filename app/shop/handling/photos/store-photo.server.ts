import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import type { AuditAction } from '#shop/audit-log/audit-actions.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { Order } from '#shop/orders/order.ts'
import type { PhotoKind } from '#shop/orders/order-photo.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { customerActor, lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { encodePhotoInTurn } from '#shop/pictures/upload-picture.server.ts'
import { findPhoto, savePhoto } from './order-photos.store.server.ts'
import { photoKey } from './read-photo.server.ts'

const actions: Record<PhotoKind, AuditAction> = {
  leaving: 'photograph-order',
  door: 'photograph-door',
  problem: 'photograph-problem',
}

interface NewPhoto {
  orderId: string
  kind: PhotoKind
  bytes: Uint8Array
  by: Actor
  /** A rider acts as the shop. */
  role?: 'rider'
  /** Locks the order; false or an error rejects the photo. */
  isWanted(tx: Database): Promise<boolean>
}

/**
 * Replaces an earlier photo of its kind. The file is written first, so that no row refers to a missing file.
 *
 * @throws AppError as `isWanted`, and as `encodePhotoInTurn`
 */
export async function storePhoto(
  { db, files, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log' | 'files'>,
  { orderId, kind, bytes, by, role, isWanted }: NewPhoto,
) {
  const photo = await encodePhotoInTurn(bytes)
  const file = newId()
  await files.put(photoKey(file), photo)
  const former = await db
    .transaction((tx) => replacePhoto(tx, clock.now()))
    .catch(async (error: unknown) => {
      await removeUnlessStored().catch((err: unknown) => {
        log.error({ err, orderId, file }, 'a photo that was not stored could not be removed')
      })
      throw error
    })
  if (!former) return
  try {
    await files.remove(photoKey(former))
  } catch (error) {
    log.error({ err: error, orderId, file: former }, 'a former photo could not be removed')
  }

  /** The transaction may have succeeded although its response was lost. */
  async function removeUnlessStored() {
    const stored = await findPhoto(db, orderId, kind)
    if (stored?.file !== file) await files.remove(photoKey(file))
  }

  /** @returns the file that is no longer used; null if there is none */
  async function replacePhoto(tx: Database, takenAt: Date): Promise<string | null> {
    if (!(await isWanted(tx))) return file
    const earlier = await findPhoto(tx, orderId, kind)
    await savePhoto(tx, { orderId, kind, file, takenAt })
    await recordAudit(tx, {
      at: takenAt,
      by,
      action: actions[kind],
      orderId,
      after: role && { by: role },
    })
    return earlier?.file ?? null
  }
}

/**
 * Stores a photo from before the order leaves, in place of an earlier one.
 *
 * @throws AppError not_found, conflict (it has left, nothing of it is made), unsupported_media (not a supported picture
 *   format), invalid (damaged, far too large), too_many
 */
export async function takePhoto(
  deps: AppContext,
  { caller, orderId, bytes }: { caller: Caller; orderId: string; bytes: Uint8Array },
) {
  await storePhoto(deps, {
    orderId,
    kind: 'leaving',
    bytes,
    by: caller,
    isWanted: (tx) => requireHere(tx, orderId),
  })
}

async function requireHere(tx: Database, orderId: string): Promise<true> {
  const order = await lockPlacedOrder(tx, orderId)
  if (hasLeft(order.fulfilment)) {
    throw new AppError('conflict', 'This order has left, so it cannot be photographed any more.')
  }
  if (isAnyMade(order)) return true
  throw new AppError(
    'conflict',
    'Nothing of this order is made, so there is nothing to photograph.',
  )
}

/** Stores a sender's photo of what is wrong with an order, in place of an earlier one. @throws AppError as `storePhoto` */
export async function photographProblem(deps: AppContext, order: Order, bytes: Uint8Array) {
  await storePhoto(deps, {
    orderId: order.id,
    kind: 'problem',
    bytes,
    by: customerActor(order),
    async isWanted(tx) {
      await lockPlacedOrder(tx, order.id)
      return true
    },
  })
}
