import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { fileEndpoint, uploadEndpoint } from '#platform/http/endpoint.ts'
import { newId } from '#platform/secrets.server.ts'
import { may } from '#shop/accounts/permissions.ts'
import type { AuditAction } from '#shop/audit-log/audit-actions.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { orderOrLink, requireActor } from '#shop/orders/links/tracking-link.server.ts'
import type { Order } from '#shop/orders/order.ts'
import {
  isForCustomer,
  isShopPhoto,
  type PhotoKind,
  type PhotosTaken,
  photoKinds,
} from '#shop/orders/order-photo.ts'
import { isAnyMade, requireSeen } from '#shop/orders/order-rules.ts'
import { findOrder, lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { maxPictureBytes } from '#shop/pictures/picture-file.ts'
import { encodePhotoForMail, encodePhotoInTurn } from '#shop/pictures/upload-picture.server.ts'
import {
  deletePhoto,
  findPhoto,
  photosBefore,
  photosOf,
  savePhoto,
} from '../handling.store.server.ts'

const orderPhotoEndpoint = fileEndpoint({
  path: '/orders/photo',
  tag: 'Tracking',
  summary: 'A photo of an order',
  description:
    'For its customer, by session or link, and for staff who see orders. A photo of a try at the door that failed is for staff only. 403 for another’s order, 404 where there is none, and for every link that does not work.',
  access: 'link',
  query: z.object({
    order: orderOrLink.orderId,
    token: orderOrLink.token,
    kind: z
      .enum(photoKinds)
      .default('leaving')
      .describe(
        '`leaving`: before it left; `door`: where it was handed over; `problem`: what its customer reported',
      ),
    /** Changes the URL when there is a newer photo. */
    taken: z.string().max(40).optional().describe('Not looked at'),
  }),
  types: ['image/webp'],
  problems: [403, 404],
})

export type OrderPhoto = typeof orderPhotoEndpoint

export function serveOrderPhotos(api: Api, shop: AppContext) {
  api.serveFile(orderPhotoEndpoint, async ({ query: { kind, order: id, token } }, call) => {
    const { caller, orderId } = await requireActor(shop, call.caller, { orderId: id, token })
    const order = await findOrder(shop.db, orderId)
    requireSeen(order, caller)
    const isStaff = may(caller.role, 'see-orders')
    return readPhoto(shop, { order, kind, for: isStaff ? 'staff' : 'customer' })
  })
}

/** Its key in the file store. Photos are never served directly: see `readPhoto`. */
export function photoKey(file: string): string {
  return `order-photos/${file}.webp`
}

type PhotographedOrder = Pick<Order, 'id' | 'fulfilment'>

/** Staff see all photos. @throws AppError not_found if there is none that the reader may see */
async function readPhoto(
  { db, files }: AppContext,
  {
    order,
    kind,
    for: who,
  }: { order: PhotographedOrder; kind: PhotoKind; for: 'customer' | 'staff' },
) {
  const photo = await findPhoto(db, order.id, kind)
  const isShown = photo && (who === 'staff' || isForCustomer(photo, order))
  const bytes = isShown && (await files.get(photoKey(photo.file)))
  if (!bytes) throw new AppError('not_found', 'There is no photo of this order.')
  return { type: 'image/webp', body: bytes }
}

/** Deletes photos taken before a time. Files are deleted first, so that no file is left without a row. */
export async function purgePhotos(context: AppContext, before: Date) {
  await deletePhotos(context, await photosBefore(context.db, before))
}

/** Deletes the photos of orders, as `purgePhotos` does. For a transaction that has locked the orders. */
export async function deletePhotosOf(context: AppContext, orderIds: readonly string[]) {
  await deletePhotos(context, await photosOf(context.db, orderIds))
}

async function deletePhotos({ db, files }: AppContext, photos: readonly { file: string }[]) {
  for (const { file } of photos) {
    await files.remove(photoKey(file))
    await deletePhoto(db, file)
  }
}

/**
 * For the mail about a delivery, as JPEG of at most 480 px width: the photo at the door, or the one from before it
 * left. Null if there is none any more.
 */
export async function photoForMail(
  { db, files }: AppContext,
  orderId: string,
): Promise<{ bytes: Buffer; isAtDoor: boolean } | null> {
  const photos = await photosOf(db, [orderId])
  const seen = photos.filter(
    (one) => isShopPhoto(one.kind) && isForCustomer(one, { fulfilment: 'delivered' }),
  )
  const door = seen.find(({ kind }) => kind === 'door')
  const photo = door ?? seen[0]
  const bytes = photo && (await files.get(photoKey(photo.file)))
  return bytes ? { bytes: await encodePhotoForMail(bytes), isAtDoor: photo === door } : null
}

/** Photos of the shop that customers see, by the orders' ids. */
export async function loadPhotos(
  db: Database,
  orders: readonly PhotographedOrder[],
): Promise<Record<string, PhotosTaken>> {
  const byId = new Map(orders.map((order) => [order.id, order]))
  if (byId.size === 0) return {}
  const taken: Record<string, PhotosTaken> = {}
  for (const photo of await photosOf(db, [...byId.keys()])) {
    const { orderId, kind, takenAt } = photo
    const order = byId.get(orderId)
    if (!order || !isShopPhoto(kind) || !isForCustomer(photo, order)) continue
    taken[orderId] = { ...taken[orderId], [kind]: takenAt.toISOString() }
  }
  return taken
}

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
