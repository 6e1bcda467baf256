import type { FileStore } from '#platform/files/file-store.server.ts'
import type { InlinePicture } from '#platform/mail/mailer.server.ts'
import type { OrderItem } from '../order.ts'

/** At most so many pictures are in one mail: each has about 20 KB, and mail servers reject large mails. */
const maxCakePictures = 10

/**
 * Pictures of the first items with the names piped onto them, for a mail, by the item's id. Of an item without a picture
 * there is none.
 */
export async function icedItemPictures(
  files: FileStore,
  items: readonly Pick<OrderItem, 'id' | 'image' | 'bname'>[],
): Promise<Map<string, InlinePicture>> {
  // The libraries that draw take their time and memory: only once something is drawn.
  const { drawIcedPicture } = await import('#shop/cakes/icing/draw-iced-picture.server.tsx')
  const drawn = new Map<string, InlinePicture>()
  // One after the other: drawing one keeps a core busy.
  for (const { id, image, bname } of items.slice(0, maxCakePictures)) {
    const [address] = image
    const bytes = address ? await drawIcedPicture(files, { address, name: bname }) : null
    const about = { cid: `cake-${id}`, filename: 'cake.jpg', type: 'image/jpeg' }
    if (bytes) drawn.set(id, { ...about, bytes })
  }
  return drawn
}
