import type { FileStore } from '#platform/files/file-store.server.ts'
import type { InlinePicture } from '#platform/mail/mailer.server.ts'
import type { OrderItem } from '../order.ts'

/** Each picture has about 20 KB, and mail servers reject large mails. */
const maxCakePictures = 10

/**
 * Pictures of the first items with the names piped onto them, by the item's id. Items without a picture are left out.
 */
export async function icedItemPictures(
  files: FileStore,
  items: readonly Pick<OrderItem, 'id' | 'image' | 'bname'>[],
): Promise<Map<string, InlinePicture>> {
  // Loaded when first needed, because the libraries are large.
  const { drawIcedPicture } = await import('#shop/cakes/icing/draw-iced-picture.server.tsx')
  const drawn = new Map<string, InlinePicture>()
  // One after the other, because drawing keeps a core busy.
  for (const { id, image, bname } of items.slice(0, maxCakePictures)) {
    const [address] = image
    const bytes = address ? await drawIcedPicture(files, { address, name: bname }) : null
    const about = { cid: `cake-${id}`, filename: 'cake.jpg', type: 'image/jpeg' }
    if (bytes) drawn.set(id, { ...about, bytes })
  }
  return drawn
}
