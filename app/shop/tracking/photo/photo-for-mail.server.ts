import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { MailedPhoto } from '#shop/orders/mails/way-mails.server.tsx'
import { encodePhotoForMail } from '#shop/pictures/pictures.api.server.ts'
import { photosOf } from '../tracking.store.server.ts'
import { photoKey } from './photo-file.server.ts'
import { isForCustomer } from './photo-kind.ts'

/**
 * What the mail about a delivery shows: the photo at its door, or else that before it left. Null where there is none, or not
 * any more.
 */
export async function photoForMail(
  { db, files }: { db: Database; files: FileStore },
  orderId: string,
): Promise<MailedPhoto | null> {
  const photos = await photosOf(db, [orderId])
  const seen = photos.filter((one) => isForCustomer(one, { fulfilment: 'delivered' }))
  const door = seen.find(({ kind }) => kind === 'door')
  const photo = door ?? seen[0]
  const bytes = photo && (await files.get(photoKey(photo.file)))
  if (!bytes) return null
  return { bytes: await encodePhotoForMail(bytes), isAtDoor: photo === door }
}
