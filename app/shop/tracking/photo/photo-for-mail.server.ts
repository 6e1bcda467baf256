import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { movesOf } from '#shop/orders/fulfilment/order-moves.store.server.ts'
import type { MailedPhoto } from '#shop/orders/mails/way-mails.server.tsx'
import { encodePhotoForMail } from '#shop/pictures/pictures.api.server.ts'
import { photosOf } from '../tracking.store.server.ts'
import { photoKey } from './photo-file.server.ts'
import { isFromLastWay } from './photo-kind.ts'

/**
 * What a mail about a delivery shows: the photo at its door, or else that before it left. Null where there is none, or not
 * any more.
 */
export async function photoForMail(
  { db, files }: { db: Database; files: FileStore },
  orderId: string,
): Promise<MailedPhoto | null> {
  const [photos, moves] = await Promise.all([photosOf(db, [orderId]), movesOf(db, orderId)])
  const door = photos.find((one) => one.kind === 'door' && isFromLastWay(one, moves))
  const photo = door ?? photos.find(({ kind }) => kind === 'leaving')
  const bytes = photo && (await files.get(photoKey(photo.file)))
  if (!bytes) return null
  return { bytes: await encodePhotoForMail(bytes), isAtDoor: photo === door }
}
