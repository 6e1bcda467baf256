import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { uploadEndpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { newId } from '#platform/new-id.server.ts'
import type { AuditAction } from '#shop/audit-log/audit-actions.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import type { PhotoKind } from '#shop/orders/order-photo.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { maxPictureBytes } from '#shop/pictures/picture-file.ts'
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
  { db, files, clock, log }: AppContext,
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

const takePhotoEndpoint = uploadEndpoint({
  path: '/orders/photo',
  tag: 'Tracking',
  summary: 'Store the photo of an order before it leaves',
  description:
    'Takes a JPEG, PNG, WebP or AVIF, recognised by its content, in place of an earlier photo. Its customer sees it by the tracking link. It is deleted after 90 days. 409 once the order has left or nothing of it is made, 415 for another kind of file, 422 for a damaged one.',
  access: 'prepare-items',
  query: z.object({ order: orderIdSchema }),
  field: 'image',
  maxBytes: maxPictureBytes,
  response: messageSchema,
  problems: [404, 409],
})

export type TakePhoto = typeof takePhotoEndpoint

export function serveTakePhoto(api: Api, shop: AppContext) {
  api.serveUpload(takePhotoEndpoint, async ({ file: { bytes }, query }, { caller }) => {
    await storePhoto(shop, {
      orderId: query.order,
      kind: 'leaving',
      bytes,
      by: caller,
      isWanted: (tx) => requireHere(tx, query.order),
    })
    return { message: 'Photo saved. The customer sees it now.' }
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
