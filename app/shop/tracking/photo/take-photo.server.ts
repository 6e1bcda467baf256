import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { encodePhotoInTurn } from '#shop/pictures/pictures.api.server.ts'
import { findPhoto, savePhoto } from '../tracking.store.server.ts'
import { photoKey } from './photo-file.server.ts'

interface TakePhotoDeps {
  db: Database
  files: FileStore
  clock: Clock
}

/**
 * Stores the photo of an order before it leaves, in place of an earlier one. Its file is written first, so that a row never
 * points at nothing.
 *
 * @throws AppError not_found, unsupported_media (no picture we take), invalid (damaged, far too large), too_many
 */
export async function takePhoto(
  { db, files, clock }: TakePhotoDeps,
  { caller, orderId, bytes }: { caller: Caller; orderId: string; bytes: Uint8Array },
) {
  const photo = await encodePhotoInTurn(bytes)
  const file = newId()
  await files.put(photoKey(file), photo)
  try {
    const earlier = await db.transaction((tx) => replacePhoto(tx, clock.now()))
    if (earlier) await files.remove(photoKey(earlier.file))
  } catch (error) {
    await files.remove(photoKey(file))
    throw error
  }

  async function replacePhoto(tx: Database, takenAt: Date) {
    await lockPlacedOrder(tx, orderId)
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
