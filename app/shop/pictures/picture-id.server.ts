import { createHash } from 'node:crypto'

/** The id of the picture that is made from this original. */
export function pictureIdFromContent(original: Uint8Array | string): string {
  return createHash('sha256').update(original).digest('hex').slice(0, 20)
}
