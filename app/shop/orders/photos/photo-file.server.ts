import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { encodePhotoForMail } from '#shop/pictures/pictures.api.server.ts'
import type { FulfilmentStatus } from '../fulfilment/fulfilment-status.ts'
import { deletePhoto, findPhoto, photosBefore, photosOf } from './order-photos.store.server.ts'
import { isForCustomer, type PhotoKind } from './photo-kind.ts'

/** The key of a photo in the file store. Nothing is served by it: see `readPhoto`. */
export function photoKey(file: string): string {
  return `order-photos/${file}.webp`
}

interface WantedPhoto {
  order: { id: string; fulfilment: FulfilmentStatus }
  kind: PhotoKind
  for: 'customer' | 'staff'
}

/** A photo of an order; staff see all of them. @throws AppError not_found when there is none for who asks */
export async function readPhoto(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  { order, kind, for: who }: WantedPhoto,
) {
  const photo = await findPhoto(db, order.id, kind)
  const isShown = photo && (who === 'staff' || isForCustomer(photo, order))
  const bytes = isShown && (await files.get(photoKey(photo.file)))
  if (!bytes) throw new AppError('not_found', 'There is no photo of this order.')
  return { type: 'image/webp', body: bytes }
}

/** Deletes photos that were taken before a time: their files first, so that none is left without a row. */
export async function purgePhotos({ db, files }: Pick<AppContext, 'db' | 'files'>, before: Date) {
  await deletePhotos({ db, files }, await photosBefore(db, before))
}

/** Deletes the photos of some orders, as `purgePhotos` does. For a transaction that has locked them. */
export async function deletePhotosOf(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  orderIds: readonly string[],
) {
  await deletePhotos({ db, files }, await photosOf(db, orderIds))
}

async function deletePhotos(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  photos: readonly { file: string }[],
) {
  for (const { file } of photos) {
    await files.remove(photoKey(file))
    await deletePhoto(db, file)
  }
}

/**
 * What the mail about a delivery shows, as JPEG of at most 480 px width: the photo at its door, or else that before it left.
 * Null where there is none, or not any more.
 */
export async function photoForMail(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  orderId: string,
): Promise<{ bytes: Buffer; isAtDoor: boolean } | null> {
  const photos = await photosOf(db, [orderId])
  const seen = photos.filter((one) => isForCustomer(one, { fulfilment: 'delivered' }))
  const door = seen.find(({ kind }) => kind === 'door')
  const photo = door ?? seen[0]
  const bytes = photo && (await files.get(photoKey(photo.file)))
  return bytes ? { bytes: await encodePhotoForMail(bytes), isAtDoor: photo === door } : null
}
