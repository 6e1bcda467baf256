import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { deletePhoto, findPhoto, photosBefore, photosOf } from '../tracking.store.server.ts'
import { isForCustomer, type PhotoKind } from './photo-kind.ts'

interface PhotoDeps {
  db: Database
  files: FileStore
}

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
export async function readPhoto({ db, files }: PhotoDeps, { order, kind, for: who }: WantedPhoto) {
  const photo = await findPhoto(db, order.id, kind)
  const isShown = photo && (who === 'staff' || isForCustomer(photo, order))
  const bytes = isShown && (await files.get(photoKey(photo.file)))
  if (!bytes) throw new AppError('not_found', 'There is no photo of this order.')
  return { type: 'image/webp', body: bytes }
}

/** Deletes photos that were taken before a time: their files first, so that none is left without a row. */
export async function purgePhotos({ db, files }: PhotoDeps, before: Date) {
  await deletePhotos({ db, files }, await photosBefore(db, before))
}

/** Deletes the photos of some orders, as `purgePhotos` does. For a transaction that has locked them. */
export async function deletePhotosOf({ db, files }: PhotoDeps, orderIds: readonly string[]) {
  await deletePhotos({ db, files }, await photosOf(db, orderIds))
}

async function deletePhotos({ db, files }: PhotoDeps, photos: readonly { file: string }[]) {
  for (const { file } of photos) {
    await files.remove(photoKey(file))
    await deletePhoto(db, file)
  }
}
