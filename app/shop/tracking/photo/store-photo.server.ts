import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { findPhoto, savePhoto } from '#shop/orders/photos/order-photos.store.server.ts'
import { photoKey } from '#shop/orders/photos/photo-file.server.ts'
import type { PhotoKind } from '#shop/orders/photos/photo-kind.ts'
import { encodePhotoInTurn } from '#shop/pictures/pictures.api.server.ts'

interface NewPhoto {
  orderId: string
  kind: PhotoKind
  bytes: Uint8Array
  by: Actor
  /** Who that is, where it is the shop. */
  role?: 'rider'
  /** Locks the order. Says whether the photo is wanted, or throws. */
  isWanted(tx: Database): Promise<boolean>
}

/**
 * Stores a photo of an order in place of an earlier one of its kind. Its file is written first, so that a row never points at
 * nothing.
 *
 * @throws AppError as `isWanted`, and as `encodePhotoInTurn`
 */
export async function storePhoto(
  { db, files, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log' | 'files'>,
  asked: NewPhoto,
) {
  const { orderId, kind, bytes, by, role, isWanted } = asked
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

  /** The transaction may have ended well, and only its answer be lost. */
  async function removeUnlessStored() {
    const stored = await findPhoto(db, orderId, kind)
    if (stored?.file !== file) await files.remove(photoKey(file))
  }

  /** @returns the file that nothing refers to any more; null where there is none */
  async function replacePhoto(tx: Database, takenAt: Date): Promise<string | null> {
    if (!(await isWanted(tx))) return file
    const earlier = await findPhoto(tx, orderId, kind)
    await savePhoto(tx, { orderId, kind, file, takenAt })
    await recordAudit(tx, {
      at: takenAt,
      by,
      action: kind === 'door' ? 'photograph-door' : 'photograph-order',
      subject: 'order',
      subjectId: orderId,
      after: role && { by: role },
    })
    return earlier?.file ?? null
  }
}
