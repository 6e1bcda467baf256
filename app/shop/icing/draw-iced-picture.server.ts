import sharp from 'sharp'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { pictureIdFromPath, picturePath } from '#shop/pictures/picture-sizes.ts'
import { fileKey } from '#shop/pictures/pictures.store.server.ts'
import { icedSvg } from './iced-svg.server.tsx'
import { canBeDrawn } from './icing-scripts.ts'
import { normaliseName } from './name-on-cake.ts'

const side = 480

/**
 * A picture of the shop with a name piped onto it, for mails, which draw nothing themselves: a square JPEG 480 px wide,
 * or null when the picture is gone or none of ours. A name that the icing's fonts do not hold is left to the words.
 */
export async function drawIcedPicture(
  files: FileStore,
  { address, name }: { address: string; name: string },
): Promise<Buffer | null> {
  const bytes = await largestFile(files, address)
  if (!bytes) return null
  const tidy = normaliseName(name)
  const icing = tidy && canBeDrawn(tidy) ? [{ input: Buffer.from(icedSvg(tidy, side)) }] : []
  return sharp(bytes)
    .resize(side, side, { fit: 'cover' })
    .flatten({ background: '#fff' })
    .composite(icing)
    .jpeg({ quality: 82 })
    .toBuffer()
}

/** Small originals are kept in the smallest width alone. */
async function largestFile(files: FileStore, address: string) {
  const id = pictureIdFromPath(address)
  if (!id) return null
  for (const width of [640, 320]) {
    const bytes = await files.get(fileKey(picturePath(id, width, 'webp')))
    if (bytes) return bytes
  }
  return null
}
