import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Log } from '#platform/log.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { encodePhotoInTurn } from '#shop/pictures/pictures.api.server.ts'
import { isMade } from '../recipient/change-where-to.server.ts'
import { findPhoto, savePhoto } from '../tracking.store.server.ts'
import { photoKey } from './photo-file.server.ts'

interface TakePhotoDeps {
  db: Database
  files: FileStore
  clock: Clock
  log: Log
}

/**
 * Stores the photo of an order before it leaves, in place of an earlier one. Its file is written first, so that a row never
 * points at nothing.
 *
 * @throws AppError not_found, conflict (it has left, nothing of it is made), unsupported_media (no picture we take), invalid
 *   (damaged, far too large), too_many
 */
export async function takePhoto(
  { db, files, clock, log }: TakePhotoDeps,
  { caller, orderId, bytes }: { caller: Caller; orderId: string; bytes: Uint8Array },
) {
  const photo = await encodePhotoInTurn(bytes)
  const file = newId()
  await files.put(photoKey(file), photo)
  const earlier = await db
    .transaction((tx) => replacePhoto(tx, clock.now()))
    .catch(async (error: unknown) => {
      await files.remove(photoKey(file))
      throw error
    })
  if (!earlier) return
  try {
    await files.remove(photoKey(earlier.file))
  } catch (error) {
    log.error({ err: error, orderId, file: earlier.file }, 'a former photo could not be removed')
  }

  async function replacePhoto(tx: Database, takenAt: Date) {
    await requireHere(tx, await lockPlacedOrder(tx, orderId))
    const earlier = await findPhoto(tx, orderId)
    await savePhoto(tx, { orderId, file, takenAt })
    await recordAudit(tx, {
      at: takenAt,
      by: caller,
      action: 'photograph-order',
      subject: 'order',
      subjectId: orderId,
    })
    return earlier
  }
}

async function requireHere(tx: Database, { id, fulfilment }: OrderRow) {
  if (hasLeft(fulfilment)) {
    throw new AppError('conflict', 'This order has left, so it cannot be photographed any more.')
  }
  if (await isMade(tx, id)) return
  throw new AppError(
    'conflict',
    'Nothing of this order is made, so there is nothing to photograph.',
  )
}
